package io.concor.autoconfigure.endpoint;

import java.util.Map;

/** The names in the path of a request, which Actuator lets parameters of the same names override. */
@FunctionalInterface
interface PathVariables {

    /** Where there is no path, or it cannot be known. */
    PathVariables UNKNOWN = arguments -> {};

    /**
     * Refuses a request whose parameters name another flow, slot or preset than its path.
     *
     * @param arguments what Actuator made of path, query and body
     * @throws io.concor.InvalidSettingException when one differs
     */
    void requireUnchanged(Map<String, Object> arguments);
}

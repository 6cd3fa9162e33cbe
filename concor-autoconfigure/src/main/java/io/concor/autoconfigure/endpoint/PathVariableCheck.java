package io.concor.autoconfigure.endpoint;

import io.concor.InvalidSettingException;
import io.concor.text.SafeText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names in the path of a request, which Actuator lets parameters of the same names override. */
@FunctionalInterface
public interface PathVariableCheck {

    /** Where there is no path, or it cannot be known. */
    PathVariableCheck NONE = arguments -> {};

    /**
     * Refuses a request whose parameters name another flow, slot or preset than its path.
     *
     * @param arguments what Actuator made of path, query and body
     * @throws InvalidSettingException when one differs
     */
    void requireUnchanged(Map<String, Object> arguments);

    /**
     * Refuses what differs from the path.
     *
     * @param path the names in the path
     * @param given what stands beside the path, or what was made of both
     * @throws InvalidSettingException when one differs
     */
    static void requireSame(Map<?, ?> path, Map<String, ?> given) {
        path.forEach((name, inPath) -> requireSame(String.valueOf(name), inPath, given.get(name)));
    }

    private static void requireSame(String name, Object inPath, @Nullable Object value) {
        if (value != null && !inPath.equals(value)) {
            throw new InvalidSettingException(
                    name,
                    "'%s' is not the one in the path".formatted(SafeText.shown(value)),
                    "the one in the path: '%s'".formatted(SafeText.shown(inPath)));
        }
    }
}

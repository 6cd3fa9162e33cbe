package io.concor.autoconfigure.properties.section;

import io.concor.InvalidSettingException;
import io.concor.MessageCheck;
import io.concor.leak.LeakCheck;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.ClassUtils;

/**
 * Checks for development and tests.
 * @param leaks Reaction to a mutable object that is reachable from two events. Requires concor-leaks on the class path;
 *     slow: not for production.
 */
public record CheckSettings(@DefaultValue("off") LeakReaction leaks) {

    private static final String LEAK_CHECK = "io.concor.leak.LeakCheck";

    /** The reactions to a leak: those of {@link LeakCheck}, whose module may be missing. */
    public enum LeakReaction {
        OFF,
        WARN,
        FAIL
    }

    /**
     * Checks that the module is there.
     *
     * @throws InvalidSettingException if it is missing
     */
    public CheckSettings {
        if (leaks != LeakReaction.OFF && !ClassUtils.isPresent(LEAK_CHECK, null)) {
            throw new InvalidSettingException(
                    "leaks",
                    "the leak check is not on the class path",
                    "off; the other values need the dependency io.concor:concor-leaks, which io.concor:concor-test has");
        }
    }

    /** Returns what checks the messages of flows that set no check themselves. */
    public MessageCheck.Factory toCheck() {
        return leaks == LeakReaction.OFF
                ? (flow, components, maxInFlight) -> MessageCheck.NONE
                : LeakCheck.valueOf(leaks.name());
    }
}

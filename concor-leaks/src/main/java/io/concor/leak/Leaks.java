package io.concor.leak;

import io.concor.MessageCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * References that leaked in a flow.
 *
 * @param check what happens to leaks
 * @param found the leaks found since the check was set, in no order
 */
public record Leaks(LeakCheck check, List<Leak> found) {

    /** Copies the list. */
    public Leaks {
        found = List.copyOf(found);
    }

    /**
     * Returns the leaks that a check has found so far; for another check than a leak check, that it is off.
     *
     * @param check what checks the messages of the flow: see {@link io.concor.manage.ManagedFlow#messageCheck}
     */
    public static Leaks of(MessageCheck check) {
        return check instanceof LeakFinder finder ? finder.found() : new Leaks(LeakCheck.OFF, List.of());
    }

    /**
     * Leaked references of one type at one component.
     *
     * @param component the component after which they were found, or null if they entered with the event
     * @param type the name of the type of the leaked objects
     * @param times how many were found
     */
    public record Leak(@Nullable String component, String type, long times) {}
}

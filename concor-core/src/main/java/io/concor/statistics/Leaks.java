package io.concor.statistics;

import io.concor.LeakCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * References that leaked in a flow.
 *
 * @param check what happens to leaks
 * @param found the leaks found since the check was set, in no order
 */
public record Leaks(LeakCheck check, List<Leak> found) {

    /** The check is off. */
    public static final Leaks NOT_LOOKED_FOR = new Leaks(LeakCheck.OFF, List.of());

    /** Copies the list. */
    public Leaks {
        found = List.copyOf(found);
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

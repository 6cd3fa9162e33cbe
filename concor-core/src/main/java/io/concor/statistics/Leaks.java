package io.concor.statistics;

import io.concor.LeakCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * References that leaked in a flow.
 *
 * @param check what is done about them
 * @param found those found since it is done, in no order; none where none are looked for
 */
public record Leaks(LeakCheck check, List<Leak> found) {

    /** Nothing is looked for. */
    public static final Leaks NOT_LOOKED_FOR = new Leaks(LeakCheck.OFF, List.of());

    /** Takes a copy. */
    public Leaks {
        found = List.copyOf(found);
    }

    /**
     * References of one type that leaked at one component.
     *
     * @param component the component behind which they were found, or null where the caller let them in
     * @param type the name of the type of the objects that came into another event
     * @param times how many were found
     */
    public record Leak(@Nullable String component, String type, long times) {}
}

package io.concor.statistics;

import io.concor.LeakCheck;
import java.util.List;

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
}

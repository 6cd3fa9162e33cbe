package io.concor.simulator.mark;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of the layout, as the service tells it.
 *
 * @param atMillis when, since the start of the run; as far as the clocks of the simulator and the service agree
 * @param flow whose layout
 * @param version of the layout since then
 * @param source by what: an endpoint, a preset, an undo ...
 * @param who asked for it; null where that is not known
 * @param reason that was given; null where there was none
 * @param slots those that differ, each with its old and new settings
 */
public record ObservedLayoutChange(
        double atMillis,
        String flow,
        long version,
        String source,
        @Nullable String who,
        @Nullable String reason,
        List<String> slots) {

    /** In a line. */
    public String text() {
        String by = who == null ? source : source + ", " + who;
        String line = "Layout version %d of %s (%s): %s".formatted(version, flow, by, String.join(", ", slots));
        return reason == null ? line : line + " - " + reason;
    }
}

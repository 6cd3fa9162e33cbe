package io.concor.simulator.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of the layout, as recorded by the service.
 *
 * @param atMillis time since the start of the run, by the clock of the service
 * @param flow name of the flow
 * @param version layout version after the change
 * @param source what made the change, for example an endpoint, a preset or an undo
 * @param who the user who requested the change; null if unknown
 * @param reason the given reason; null if none
 * @param slots the slots that changed, each with its old and new settings in words
 */
public record ObservedLayoutChange(
        double atMillis,
        String flow,
        long version,
        String source,
        @Nullable String who,
        @Nullable String reason,
        List<String> slots) {

    /** Returns the change in one line of printable characters. */
    public String text() {
        String by = who == null ? source : source + ", " + who;
        String line = "Layout version %d of %s (%s): %s".formatted(version, flow, by, String.join(", ", slots));
        return PrintableText.of(reason == null ? line : line + " - " + reason);
    }
}

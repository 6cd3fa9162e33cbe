package io.concor.simulator.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of the layout during a run, as recorded by the service.
 *
 * @param url where the history was read
 * @param changes the changes in order; empty if the history could not be read
 * @param error why the history could not be read; null if it could
 */
public record LayoutHistory(
        String url,
        List<ObservedLayoutChange> changes,
        @Nullable String error) {

    /** Returns the error in one line of printable characters; null if the history could be read. */
    public @Nullable String errorText() {
        return error == null ? null : PrintableText.of(error);
    }
}

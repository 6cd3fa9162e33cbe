package io.concor.simulator.mark;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the service's own history has of a run.
 *
 * @param url where it was read
 * @param changes of the layout during the run, the first one first; none where the history could not be read
 * @param error why it could not be read; null where it could
 */
public record LayoutHistory(
        String url,
        List<ObservedLayoutChange> changes,
        @Nullable String error) {}

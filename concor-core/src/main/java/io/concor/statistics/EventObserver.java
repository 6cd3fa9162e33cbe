package io.concor.statistics;

import org.jspecify.annotations.Nullable;

/**
 * Follows sampled events on their way, one by one: for traces, where {@link SampleListener} is for figures.
 * Thread-safe. What it throws is logged, and harms no event.
 */
@FunctionalInterface
public interface EventObserver {

    /** Follows no event. */
    EventObserver NONE = () -> null;

    /**
     * A sampled event has entered, on the calling thread.
     *
     * @return who follows it, or null for nobody
     */
    @Nullable
    EventObservation enter();
}

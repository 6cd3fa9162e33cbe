package io.concor.engine.retry;

import io.concor.DeadLetter;
import org.jspecify.annotations.Nullable;

/** Keeps dead letters later, on other threads, and reports each to {@link DeadLetters}. Thread-safe. */
public interface LetterKeeper {

    /**
     * Keeps a dead letter. Waits a second at most.
     *
     * @param failedAt the index of the component at which the error occurred, or {@link io.concor.engine.event.ExecutionSite#NOWHERE}
     */
    void keep(DeadLetter<@Nullable Object> letter, int failedAt);
}

package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * Lets what threads hold for an event, in thread-locals, travel with the event: the keys of a log line, the observation
 * under way, who the caller is. Thread-safe; each method speaks of the calling thread.
 *
 * <p>A thread that takes up an event gets what was {@linkplain #capture() captured} where the event was before; a
 * thread that gives an event away gets {@linkplain #clear back} what it held by itself, which is nothing for a thread
 * of Concor.
 *
 * <p>None of the methods should throw. Where {@link #capture()} or {@link #restore} does for an event, the event fails
 * with a {@link ContextPropagationException}: no task is run without what the event holds, or with what is another's. A thread
 * of a flow on which {@link #clear} throws ends after the event at hand, and another takes its place.
 */
public interface ThreadLocalCarrier {

    /** Carries nothing, and costs nothing. */
    ThreadLocalCarrier NONE = new ThreadLocalCarrier() {
        @Override
        public @Nullable Object capture() {
            return null;
        }

        @Override
        public void restore(@Nullable Object captured) {}

        @Override
        public void clear(@Nullable Object own) {}

        @Override
        public String toString() {
            return "ThreadLocalCarrier.NONE";
        }
    };

    /**
     * What the calling thread holds.
     *
     * @return a value that never changes, or null where the thread holds nothing
     */
    @Nullable
    Object capture();

    /**
     * Makes the calling thread hold what was captured, and nothing else: what it holds by itself belongs to no event,
     * or to another one. Where a thread holds nothing, and nothing was captured, this is not called.
     *
     * @param captured what {@link #capture()} gave, on whatever thread; null for nothing
     */
    void restore(@Nullable Object captured);

    /**
     * Makes the calling thread hold what it held before it took up an event, whatever tasks have added since.
     *
     * @param own what {@link #capture()} gave on this thread before {@link #restore}, or null where it held nothing
     */
    void clear(@Nullable Object own);
}

package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * Carries thread-locals with an event, such as logging keys, the current observation or the security context. Each method
 * concerns the calling thread. Thread-safe.
 *
 * <p>A thread that takes an event {@linkplain #restore restores} what the previous thread {@linkplain #capture captured}.
 * When the event leaves, the thread gets back {@linkplain #clear its own values}; threads of Concor have none.
 *
 * <p>The methods should not throw. If {@link #capture()} or {@link #restore} throws, the event fails with a
 * {@link ContextPropagationException}, and none of its tasks runs without its values or with those of another event. If
 * {@link #clear} throws on a thread of a flow, the thread ends after the event and is replaced.
 */
public interface ThreadLocalCarrier {

    /** Carries nothing, at no cost. */
    ThreadLocalCarrier NONE = new ThreadLocalCarrier() {
        @Override
        public @Nullable Object capture() {
            return null;
        }

        @Override
        public void restore(@Nullable Object captured) {}

        @Override
        public void clear(@Nullable Object own) {}
    };

    /** Returns the values of the calling thread, as an object that never changes, or null if there are none. */
    @Nullable
    Object capture();

    /**
     * Replaces the values of the calling thread by captured ones. Not called if there are none on either side.
     *
     * @param captured the result of {@link #capture()} on any thread; null for none
     */
    void restore(@Nullable Object captured);

    /**
     * Gives the calling thread its own values back, whatever tasks have set since.
     *
     * @param own the result of {@link #capture()} on this thread before {@link #restore}; null for none
     */
    void clear(@Nullable Object own);
}

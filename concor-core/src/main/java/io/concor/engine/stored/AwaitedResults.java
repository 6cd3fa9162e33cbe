package io.concor.engine.stored;

import io.concor.ConcorException;
import io.concor.FlowStoppedException;
import io.concor.QueueStoreException;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.EventFuture;
import io.concor.text.DurationFormat;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The futures of callers in this process whose events are in a store, or on their way there: of those that await the end of their
 * event, by its id; of the others, which await only that it is stored, by themselves. Thread-safe.
 */
final class AwaitedResults {

    private static final long LEAST_NANOS = TimeUnit.MINUTES.toNanos(10);
    /** A result may never come, and its caller waits for minutes. */
    private static final int MOST = 100_000;

    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String flow;
    private final LongSupplier now;
    /** How long a caller waits after a store has confirmed its event. Another process may end the event, or a person remove it. */
    private final long longestNanos;

    /** Run the code that depends on futures: the thread that looks for late ones serves all flows. */
    private final Executor threads;

    private final Map<Object, Awaited> futures = new ConcurrentHashMap<>();
    /** For the thread that looks for those that have waited too long. */
    private long nextLookNanos;

    /**
     * @param now the time of the flow, in nanoseconds
     * @param timeout that of the flow: callers wait as long, but ten minutes at least
     * @param threads run the code that depends on futures
     */
    AwaitedResults(String flow, LongSupplier now, Duration timeout, Executor threads) {
        this.flow = flow;
        this.now = now;
        this.threads = threads;
        this.longestNanos = Math.max(LEAST_NANOS, CoarseClock.nanos(timeout));
        this.nextLookNanos = now.getAsLong();
    }

    /**
     * What a caller awaits.
     *
     * @param slot in whose queue the event is, or will be
     * @param stored whether it is there
     * @param sinceNanos since when
     */
    private record Awaited(EventFuture future, String slot, boolean stored, long sinceNanos) {}

    /**
     * Requires room for one more caller that awaits the end of its event.
     *
     * @param future that of the event's caller, or null if it has none here
     * @throws QueueStoreException if as many wait as may
     */
    void requireRoom(@Nullable EventFuture future) {
        if (future != null && future.awaitsEnd() && futures.size() >= MOST) {
            throw new QueueStoreException(
                    Sentence.of(
                            "Flow '%s' awaits the results of %d stored events in this process, and the most is %d. Nothing was put. Call later, or call accept, which awaits no result",
                            flow, futures.size(), MOST),
                    false,
                    null);
        }
    }

    /** An event is about to be put into the queue of a slot. */
    void put(String id, EventFuture future, String slot) {
        futures.put(key(id, future), new Awaited(future, slot, false, now.getAsLong()));
        future.whenGivenUp(() -> forget(id, future));
    }

    /** An event whose end may be awaited is in the queue of a slot, and may have ended already. */
    void stored(String id, String slot) {
        if (!futures.isEmpty()) {
            futures.computeIfPresent(id, (any, awaited) -> new Awaited(awaited.future(), slot, true, now.getAsLong()));
        }
    }

    /** Its caller need not be told any more. */
    void forget(String id, EventFuture future) {
        futures.remove(key(id, future));
    }

    private static Object key(String id, EventFuture future) {
        return future.awaitsEnd() ? id : future;
    }

    /** Returns whether a caller here awaits the end of an event. */
    boolean contains(String id) {
        return !futures.isEmpty() && futures.containsKey(id);
    }

    /** Removes and returns the future of the caller that awaits the end of an event, or null if there is none here. */
    @Nullable
    EventFuture take(String id) {
        Awaited taken = futures.isEmpty() ? null : futures.remove(id);
        return taken == null ? null : taken.future();
    }

    /** Fails those that have waited too long. Called again and again, by one thread at a time. */
    void expire() {
        if (now.getAsLong() - nextLookNanos >= 0) {
            nextLookNanos = now.getAsLong() + BETWEEN_LOOKS_NANOS;
            futures.forEach(this::expire);
        }
    }

    private void expire(Object key, Awaited awaited) {
        boolean expired = awaited.stored() && now.getAsLong() - awaited.sinceNanos() > longestNanos;
        if (expired && futures.remove(key, awaited)) {
            threads.execute(() -> awaited.future().fail(expired(String.valueOf(key), awaited.slot())));
        }
    }

    private QueueStoreException expired(String id, String slot) {
        return new QueueStoreException(
                Sentence.of(
                        "The result of event %s, which flow '%s' has stored in the queue of slot '%s', is not known here after %s. The event has not failed by that: it still waits, another process has handled it and its result did not come back, or a person has removed it. Only this caller does not learn its result. Use accept where it is not needed",
                        id, flow, slot, DurationFormat.of(Duration.ofNanos(longestNanos))),
                true,
                null);
    }

    /** Hands over all, with what they are to fail with: the flow has stopped. */
    void takeAll(BiConsumer<EventFuture, ConcorException> to) {
        for (Object key : futures.keySet()) {
            Awaited awaited = futures.remove(key);
            if (awaited != null) {
                to.accept(awaited.future(), stopped(key, awaited));
            }
        }
    }

    /** Returns how many callers wait. */
    int size() {
        return futures.size();
    }

    private FlowStoppedException stopped(Object key, Awaited awaited) {
        return awaited.stored()
                ? FlowStoppedException.stored(flow, awaited.slot(), (String) key)
                : FlowStoppedException.onItsWay(flow, awaited.slot());
    }
}

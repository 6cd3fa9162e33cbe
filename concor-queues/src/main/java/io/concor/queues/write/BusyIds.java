package io.concor.queues.write;

import io.concor.queues.event.LocalQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The puts whose ids another transaction has put and not yet committed, and those that have to stay behind them in their order.
 * They are tried again one by one, so that they keep others waiting for a moment only. For the writer's thread.
 */
final class BusyIds {

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** By what keeps an order together; a put that keeps none is alone. Who has waited longest is the next to be tried. */
    private final Map<Object, Deque<PutRequest>> waiting = new LinkedHashMap<>();

    /** Where each of them waits: the order of its queue may change meanwhile. */
    private final Map<PutRequest, Object> places = new IdentityHashMap<>();

    private long retryNanos;

    /** A key of a queue. */
    private record Place(LocalQueue queue, String key) {}

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    private Object placeOf(PutRequest put) {
        Object present = places.get(put);
        return present == null ? placeByOrder(put) : present;
    }

    private static Object placeByOrder(PutRequest put) {
        String key = put.queue().holds().orderKey(put.row().key());
        return key == null ? put : new Place(put.queue(), key);
    }

    /** Returns whether a put has to stay behind one that waits. */
    boolean mustWait(PutRequest put) {
        Deque<PutRequest> before = waiting.get(placeOf(put));
        return before != null && before.peek() != put;
    }

    /** A put waits. If it was the next one of its order, others are tried before it is again. */
    void add(PutRequest put) {
        if (waiting.isEmpty()) {
            retryNanos = System.nanoTime() + RETRY_NANOS;
        }
        Object place = placeOf(put);
        Deque<PutRequest> puts = waiting.computeIfAbsent(place, absent -> new ArrayDeque<>());
        if (puts.peek() == put) {
            waiting.remove(place);
            waiting.put(place, puts);
            retryNanos = System.nanoTime() + RETRY_NANOS;
        } else {
            puts.add(put);
            places.put(put, place);
        }
    }

    /** Returns how long it is until one is tried again. */
    long nanosToRetry() {
        return retryNanos - System.nanoTime();
    }

    /** Returns the put that is tried now, which waits until it is {@linkplain #remove removed}; null if it is not time. */
    @Nullable
    PutRequest due() {
        return waiting.isEmpty() || nanosToRetry() > 0
                ? null
                : waiting.values().iterator().next().peek();
    }

    /** A put does not wait any more; those behind it are tried at once. Does nothing if it did not wait. */
    void remove(PutRequest put) {
        Object place = placeOf(put);
        Deque<PutRequest> puts = waiting.get(place);
        if (puts != null && puts.remove(put) && puts.isEmpty()) {
            waiting.remove(place);
        }
        places.remove(put);
    }

    /** Returns all that wait, and forgets them. */
    List<PutRequest> all() {
        List<PutRequest> all = new ArrayList<>();
        waiting.values().forEach(all::addAll);
        waiting.clear();
        places.clear();
        return all;
    }
}

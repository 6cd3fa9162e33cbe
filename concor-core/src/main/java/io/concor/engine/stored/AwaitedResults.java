package io.concor.engine.stored;

import io.concor.FlowStoppedException;
import io.concor.engine.event.EventFuture;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The futures of callers in this process whose events are in a store, or on their way there: of those that await the end of their
 * event, by its id; of the others, which await only that it is stored, by themselves. Thread-safe.
 */
final class AwaitedResults {

    private final Map<Object, Awaited> futures = new ConcurrentHashMap<>();

    /**
     * What a caller awaits.
     *
     * @param slot in whose queue the event is, or will be
     * @param stored whether it is there
     */
    private record Awaited(EventFuture future, String slot, boolean stored) {}

    /** An event is about to be put into the queue of a slot. */
    void put(String id, EventFuture future, String slot) {
        futures.put(key(id, future), new Awaited(future, slot, false));
    }

    /** An event whose end may be awaited is in the queue of a slot, and may have ended already. */
    void stored(String id, String slot) {
        if (!futures.isEmpty()) {
            futures.computeIfPresent(id, (any, awaited) -> new Awaited(awaited.future(), slot, true));
        }
    }

    /** Its caller need not be told any more. */
    void forget(String id, EventFuture future) {
        futures.remove(key(id, future));
    }

    private static Object key(String id, EventFuture future) {
        return future.awaitsEnd() ? id : future;
    }

    /** Removes and returns the future of the caller that awaits the end of an event, or null if there is none here. */
    @Nullable
    EventFuture take(String id) {
        Awaited taken = futures.isEmpty() ? null : futures.remove(id);
        return taken == null ? null : taken.future();
    }

    /** Fails all: the flow has stopped. */
    void failAll(String flow) {
        for (Object key : futures.keySet()) {
            Awaited awaited = futures.remove(key);
            if (awaited != null) {
                awaited.future().fail(error(flow, key, awaited));
            }
        }
    }

    private static FlowStoppedException error(String flow, Object key, Awaited awaited) {
        return awaited.stored()
                ? FlowStoppedException.stored(flow, awaited.slot(), (String) key)
                : FlowStoppedException.onItsWay(flow, awaited.slot());
    }
}

package io.concor.engine.stored;

import io.concor.engine.event.EventFuture;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The futures of callers in this process whose events are in a store, by the ids of the events. Thread-safe. */
final class AwaitedResults {

    private final Map<String, EventFuture> futures = new ConcurrentHashMap<>();

    void put(String id, EventFuture future) {
        futures.put(id, future);
    }

    @Nullable
    EventFuture take(String id) {
        return futures.isEmpty() ? null : futures.remove(id);
    }

    /** Removes and returns all. */
    List<EventFuture> takeAll() {
        List<EventFuture> all = List.copyOf(futures.values());
        futures.clear();
        return all;
    }
}

package io.concor.simulator.load;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The requests whose outcome is not known yet, by id. Each is removed once. Thread-safe. */
final class InFlightRequests {

    private final ConcurrentHashMap<Long, LoadRequest> requests = new ConcurrentHashMap<>();

    int count() {
        return (int) requests.mappingCount();
    }

    /** Adds a request unless {@code limit} requests are in flight. Called by one thread. */
    boolean add(LoadRequest request, int limit) {
        if (count() >= limit) {
            return false;
        }
        requests.put(request.id(), request);
        return true;
    }

    /** Removes a request and marks it as ended. Returns null if no request of that id is in flight. */
    @Nullable
    LoadRequest remove(long id) {
        LoadRequest request = requests.remove(id);
        if (request != null) {
            request.markEnded();
        }
        return request;
    }

    Iterable<LoadRequest> all() {
        return requests.values();
    }
}

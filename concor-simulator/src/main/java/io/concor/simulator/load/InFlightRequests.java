package io.concor.simulator.load;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The requests whose end is not known yet, by id: each leaves once. */
final class InFlightRequests {

    private final ConcurrentHashMap<Long, LoadRequest> exchanges = new ConcurrentHashMap<>();

    int count() {
        return (int) exchanges.mappingCount();
    }

    /** Unless there are so many already. Called by one thread only. */
    boolean add(LoadRequest exchange, int bound) {
        if (count() >= bound) {
            return false;
        }
        exchanges.put(exchange.id(), exchange);
        return true;
    }

    /** The request, or null if it has left already or never was here. */
    @Nullable
    LoadRequest remove(long id) {
        LoadRequest exchange = exchanges.remove(id);
        if (exchange != null) {
            exchange.end();
        }
        return exchange;
    }

    Iterable<LoadRequest> all() {
        return exchanges.values();
    }
}

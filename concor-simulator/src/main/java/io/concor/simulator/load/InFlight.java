package io.concor.simulator.load;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The requests whose end is not known yet, by id: each leaves once. */
final class InFlight {

    private final ConcurrentHashMap<Long, Exchange> exchanges = new ConcurrentHashMap<>();

    int count() {
        return (int) exchanges.mappingCount();
    }

    /** Unless there are so many already. Called by one thread only. */
    boolean add(Exchange exchange, int bound) {
        if (count() >= bound) {
            return false;
        }
        exchanges.put(exchange.id(), exchange);
        return true;
    }

    /** The request, or null if it has left already or never was here. */
    @Nullable
    Exchange remove(long id) {
        Exchange exchange = exchanges.remove(id);
        if (exchange != null) {
            exchange.end();
        }
        return exchange;
    }

    Iterable<Exchange> all() {
        return exchanges.values();
    }
}

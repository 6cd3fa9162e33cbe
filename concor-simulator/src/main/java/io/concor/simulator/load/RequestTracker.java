package io.concor.simulator.load;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Ends each request exactly once: by its answer or its arrival at the receiver, a failure or a timeout. */
final class RequestTracker implements ResponseHandler, CallbackHandler {

    private static final int FIRST_ERROR_STATUS = 400;

    private final InFlightRequests inFlight;
    private final Runnable unknown;
    private final boolean completedByAnswer;

    /** Those that have arrived before they were answered: they are completed, and hold a connection. */
    private final Set<LoadRequest> unanswered = ConcurrentHashMap.newKeySet();

    /**
     * What becomes of requests.
     *
     * @param inFlight those whose end is not known yet
     * @param unknown is told of each arrival that belongs to none of them
     * @param completedByAnswer whether an answer completes a request
     */
    RequestTracker(InFlightRequests inFlight, Runnable unknown, boolean completedByAnswer) {
        this.inFlight = inFlight;
        this.unknown = unknown;
        this.completedByAnswer = completedByAnswer;
    }

    @Override
    public void answered(LoadRequest exchange, int status) {
        free(exchange);
        if (status >= FIRST_ERROR_STATUS) {
            end(exchange, "status " + status);
        } else if (completedByAnswer) {
            completed(inFlight.remove(exchange.id()));
        }
    }

    @Override
    public void failed(LoadRequest exchange, String reason) {
        free(exchange);
        end(exchange, reason);
    }

    @Override
    public void arrived(long id) {
        LoadRequest exchange = inFlight.remove(id);
        if (exchange == null) {
            unknown.run();
            return;
        }
        if (!exchange.answered()) {
            unanswered.add(exchange);
        }
        exchange.recorder().completed(exchange);
    }

    /** Ends what was due so long ago that nobody waits for it any more, and frees its connection. */
    void expire(long dueBeforeNanos) {
        giveUp(inFlight.all(), dueBeforeNanos);
        giveUp(unanswered, dueBeforeNanos);
    }

    private void giveUp(Iterable<LoadRequest> exchanges, long dueBeforeNanos) {
        for (LoadRequest exchange : exchanges) {
            if (exchange.dueNanos() - dueBeforeNanos < 0) {
                end(exchange, "timeout");
                unanswered.remove(exchange);
                exchange.abort();
            }
        }
    }

    private void end(LoadRequest exchange, String reason) {
        if (inFlight.remove(exchange.id()) != null) {
            exchange.recorder().failed(reason);
        }
    }

    private void free(LoadRequest exchange) {
        exchange.answer();
        unanswered.remove(exchange);
    }

    private void completed(@Nullable LoadRequest exchange) {
        if (exchange != null) {
            exchange.recorder().completed(exchange);
        }
    }
}

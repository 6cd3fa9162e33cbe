package io.concor.simulator.load;

import org.jspecify.annotations.Nullable;

/** Ends each request exactly once: by its answer or its arrival at the receiver, a failure or a timeout. */
final class Traffic implements Answers, Arrivals {

    private static final int FIRST_ERROR_STATUS = 400;

    private final InFlight inFlight;
    private final Recorder recorder;
    private final boolean completedByAnswer;

    Traffic(InFlight inFlight, Recorder recorder, boolean completedByAnswer) {
        this.inFlight = inFlight;
        this.recorder = recorder;
        this.completedByAnswer = completedByAnswer;
    }

    @Override
    public void answered(Exchange exchange, int status) {
        if (status >= FIRST_ERROR_STATUS) {
            failed(exchange, "status " + status);
        } else if (completedByAnswer) {
            completed(inFlight.remove(exchange.id()));
        }
    }

    @Override
    public void failed(Exchange exchange, String reason) {
        if (inFlight.remove(exchange.id()) != null) {
            recorder.failed(reason);
        }
    }

    @Override
    public void arrived(long id) {
        Exchange exchange = inFlight.remove(id);
        completed(exchange);
        if (exchange == null) {
            recorder.unknownArrival();
        }
    }

    /** Ends what was due so long ago that nobody waits for it any more. */
    void expire(long dueBeforeNanos) {
        for (Exchange exchange : inFlight.all()) {
            if (exchange.dueNanos() < dueBeforeNanos) {
                failed(exchange, "timeout");
                exchange.abort();
            }
        }
    }

    private void completed(@Nullable Exchange exchange) {
        if (exchange != null) {
            recorder.completed(exchange);
        }
    }
}

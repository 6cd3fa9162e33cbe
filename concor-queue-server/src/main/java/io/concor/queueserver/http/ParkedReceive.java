package io.concor.queueserver.http;

import io.concor.queues.client.MessageArrivals.Interest;
import io.concor.queues.client.MessageArrivals.Waiter;
import io.concor.queues.client.MessageArrivals.Wake;
import io.concor.queues.client.UnknownClientException;
import io.concor.queues.client.UnknownQueueException;
import io.concor.queueserver.request.Parking;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One time for which a receive waits, from a look that found nothing to the next one. Thread-safe. */
final class ParkedReceive {

    private final Exchange exchange;
    private final WaitingReceives waiting;
    private volatile @Nullable Waiter waiter;

    ParkedReceive(Exchange exchange, WaitingReceives waiting) {
        this.exchange = exchange;
        this.waiting = waiting;
    }

    /**
     * Begins to wait. A stop, or the end of the request, that came before there was a waiter to cancel is noticed at the end.
     *
     * @throws io.concor.queues.client.TooManyWaitersException if too many wait
     */
    void begin(Parking parking, Duration left) {
        waiting.add(this);
        try {
            Interest interest = parking.interest();
            waiter = waiting.arrivals().await(interest, parking.mark(), left, wake -> woken(wake, interest));
        } catch (RuntimeException refused) {
            waiting.remove(this);
            throw refused;
        }
        if (!waiting.isRunning() || exchange.isOver()) {
            end();
        }
    }

    private void woken(Wake wake, Interest interest) {
        waiting.remove(this);
        switch (wake) {
            case ARRIVAL -> exchange.woken();
            case DEADLINE -> exchange.end();
            case QUEUE_DELETED -> exchange.refuse(new UnknownQueueException(interest.queue()));
            case CLIENT_LEFT -> exchange.refuse(new UnknownClientException(interest.client()));
        }
    }

    /** Waits no longer, and answers that there is no message. A receive that was woken looks again as it was going to. */
    void end() {
        if (cancel()) {
            exchange.end();
        }
    }

    /** Waits no longer. Returns whether it was not woken, and never will be. */
    boolean cancel() {
        Waiter present = waiter;
        boolean cancelled = present != null && present.cancel();
        if (cancelled) {
            waiting.remove(this);
        }
        return cancelled;
    }
}

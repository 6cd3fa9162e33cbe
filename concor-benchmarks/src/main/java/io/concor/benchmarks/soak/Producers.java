package io.concor.benchmarks.soak;

import io.concor.Flow;
import io.concor.RefusedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Threads that bring the events; again and again, where one is refused. */
final class Producers {

    static final String NAME = SideThread.NAMES + "producer-";

    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final Flow<Event, Event> flow;
    private final Ledger ledger;
    private final LayoutChanges changes;
    private final int events;
    private final int changesWanted;
    private final AtomicInteger next = new AtomicInteger();

    Producers(Flow<Event, Event> flow, Ledger ledger, LayoutChanges changes, int events, int changesWanted) {
        this.flow = flow;
        this.ledger = ledger;
        this.changes = changes;
        this.events = events;
        this.changesWanted = changesWanted;
    }

    void start(int threads) {
        for (int i = 0; i < threads; i++) {
            new Thread(this::run, NAME + i).start();
        }
    }

    /** How many events were brought, about. */
    int brought() {
        return Math.min(events, next.get());
    }

    private void run() {
        for (int number = next.getAndIncrement(); number < events; number = next.getAndIncrement()) {
            while (changes.running() && changes.attempts() < (long) number * changesWanted / events) {
                LockSupport.parkNanos(PAUSE_NANOS); // the changes shall be spread over the events
                Thread.interrupted();
            }
            bring(number);
        }
    }

    private void bring(int number) {
        while (!accepted(number)) {
            LockSupport.parkNanos(PAUSE_NANOS);
            Thread.interrupted();
        }
    }

    private boolean accepted(int number) {
        CompletableFuture<Event> result = flow.submit(new Event(number));
        boolean refused = result.handle((value, error) -> error instanceof RefusedException)
                .getNow(false);
        if (!refused) {
            ledger.accepted();
            var unused = result.whenComplete((value, error) -> ledger.ended(number, value, error));
        }
        return !refused;
    }
}

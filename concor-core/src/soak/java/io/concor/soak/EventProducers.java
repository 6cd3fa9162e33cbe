package io.concor.soak;

import io.concor.Flow;
import io.concor.RefusedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Threads that submit the events, and submit a refused event again. */
final class EventProducers {

    static final String NAME_PREFIX = LoopingThread.NAME_PREFIX + "producer-";

    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final Flow<SoakEvent, SoakEvent> flow;
    private final EventLedger ledger;
    private final SoakLayoutChanges changes;
    private final int events;
    private final int changesWanted;
    private final AtomicInteger next = new AtomicInteger();

    EventProducers(
            Flow<SoakEvent, SoakEvent> flow,
            EventLedger ledger,
            SoakLayoutChanges changes,
            int events,
            int changesWanted) {
        this.flow = flow;
        this.ledger = ledger;
        this.changes = changes;
        this.events = events;
        this.changesWanted = changesWanted;
    }

    void start(int threads) {
        for (int i = 0; i < threads; i++) {
            new Thread(this::run, NAME_PREFIX + i).start();
        }
    }

    /** Returns about how many events were submitted. */
    int submitted() {
        return Math.min(events, next.get());
    }

    private void run() {
        for (int number = next.getAndIncrement(); number < events; number = next.getAndIncrement()) {
            awaitChanges(number);
            while (!isAccepted(number)) {
                pause();
            }
        }
    }

    /** Spreads the changes over the events. */
    private void awaitChanges(int number) {
        while (changes.running() && changes.attempts() < (long) number * changesWanted / events) {
            pause();
        }
    }

    private static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
        Thread.interrupted();
    }

    private boolean isAccepted(int number) {
        CompletableFuture<SoakEvent> result = flow.submit(new SoakEvent(number));
        boolean refused = result.handle((value, error) -> error instanceof RefusedException)
                .getNow(false);
        if (!refused) {
            ledger.recordAccepted();
            var unused = result.whenComplete((value, error) -> ledger.recordEnded(number, value, error));
        }
        return !refused;
    }
}

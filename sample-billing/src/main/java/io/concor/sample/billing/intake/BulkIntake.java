package io.concor.sample.billing.intake;

import io.concor.RefusedException;
import io.concor.sample.billing.BillingProperties;
import io.concor.sample.billing.Outcome;
import io.concor.sample.billing.Submission;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Lets many records in, as fast as others leave: the calling thread waits for room. Records of all uploads and files together
 * take up a part of the flow only, so that single records always find room. Thread-safe.
 */
@Component
class BulkIntake {

    private static final long RETRY_MILLIS = 10;

    private final RecordIntake intake;
    private final Semaphore room;

    BulkIntake(RecordIntake intake, BillingProperties properties) {
        this.intake = intake;
        this.room = new Semaphore(properties.bulk().maxInFlight(), true);
    }

    /**
     * Lets records in and waits for room, but not for their outcomes.
     *
     * @param records the texts of the records
     * @param sources where the record of a number comes from
     * @param patience how long to wait for room, for all records together. The others fail
     * @return the outcomes, when all have ended
     * @throws InterruptedException if the thread is interrupted, for which the records that are inside do not wait
     */
    CompletableFuture<BulkSummary> take(Iterator<String> records, LongFunction<String> sources, Duration patience)
            throws InterruptedException {
        BulkRun run = new BulkRun();
        long deadline = System.nanoTime() + patience.toNanos();
        while (records.hasNext()) {
            String text = records.next();
            long number = run.receive();
            CompletableFuture<Outcome> outcome = take(text, sources.apply(number), deadline);
            outcome.whenComplete((value, error) -> run.end(number, value, error));
        }
        return run.complete();
    }

    private CompletableFuture<Outcome> take(String text, String source, long deadline) throws InterruptedException {
        if (!room.tryAcquire(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
            return refused();
        }
        CompletableFuture<Outcome> outcome = refused();
        try {
            outcome = admitted(text, source, deadline);
        } finally {
            outcome.whenComplete((value, error) -> room.release());
        }
        return outcome;
    }

    private static CompletableFuture<Outcome> refused() {
        return CompletableFuture.failedFuture(new RefusedException("billing", RefusedException.Reason.TIMEOUT));
    }

    /** Tries again while the flow is full with records that came alone, or changes its layout. */
    private CompletableFuture<Outcome> admitted(String text, String source, long deadline) throws InterruptedException {
        CompletableFuture<Outcome> outcome = intake.take(new Submission(text, source));
        while (RecordIntake.isRefusal(error(outcome)) && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            outcome = intake.take(new Submission(text, source));
        }
        return outcome;
    }

    private static @Nullable Throwable error(CompletableFuture<Outcome> outcome) {
        return outcome.<@Nullable Throwable>handle((value, error) -> error).getNow(null);
    }
}

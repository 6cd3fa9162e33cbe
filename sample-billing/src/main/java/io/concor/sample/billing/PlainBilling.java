package io.concor.sample.billing;

import io.concor.sample.support.FirstAnswer;
import io.concor.sample.support.PlainFlow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The billing without Concor, for comparison: the same tasks, called by hand, with as many threads as the presets have. An
 * account always has the same balance thread, and a writer takes what waits. One thread serves the errors. No record
 * expires; the connection pool, the database transaction and the socket have timeouts of their own.
 */
@Component
@Profile("plain")
class PlainBilling extends PlainFlow implements RecordEntry {

    static final int RATING_THREADS = 8;
    static final int BALANCE_THREADS = 4;
    static final int WRITING_THREADS = 4;

    private static final int BATCH = 500;
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(15);

    private final Mediator mediator;
    private final Rater rater;
    private final AccountBalances balances;
    private final CostedEventWriter writer;
    private final Rejects rejects;
    private final TransactionTemplate transaction;
    private final Stage ratings = stage("ratings", RATING_THREADS);
    private final List<Stage> accounts = IntStream.range(0, BALANCE_THREADS)
            .mapToObj(thread -> stage("balances-" + thread, 1))
            .toList();
    private final Stage writers = stage("writers", WRITING_THREADS);
    private final Queue<WaitingRecord> waiting = new ConcurrentLinkedQueue<>();

    PlainBilling(
            Mediator mediator,
            Rater rater,
            AccountBalances balances,
            CostedEventWriter writer,
            Rejects rejects,
            PlatformTransactionManager transactions,
            BillingProperties properties) {
        super(properties.maxInFlight());
        this.mediator = mediator;
        this.rater = rater;
        this.balances = balances;
        this.writer = writer;
        this.rejects = rejects;
        this.transaction = new TransactionTemplate(transactions);
        this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        this.transaction.setTimeout(Math.toIntExact(TRANSACTION_TIMEOUT.toSeconds()));
    }

    private record WaitingRecord(ChargedRecord record, FirstAnswer<Outcome> end) {}

    @Override
    public CompletableFuture<Outcome> tryEnter(Submission submission) {
        if (!tryAdmit()) {
            return CompletableFuture.failedFuture(new NotTakenException());
        }
        CompletableFuture<Outcome> result = new CompletableFuture<>();
        FirstAnswer<Outcome> end = new FirstAnswer<>(
                outcome -> conclude(() -> result.complete(outcome)), error -> conclude(() -> fail(result, error)));
        attempt(end, () -> {
            MediatedRecord mediated = mediator.apply(submission);
            ratings.execute(end, () -> charge(rater.apply(mediated), end));
        });
        return result;
    }

    private void charge(RatedRecord rated, FirstAnswer<Outcome> end) {
        int thread = Math.floorMod(balances.key(rated).hashCode(), BALANCE_THREADS);
        accounts.get(thread).execute(end, () -> {
            waiting.add(new WaitingRecord(balances.apply(rated), end));
            writers.execute(end, this::writeWhatWaits);
        });
    }

    /** Writes what waits: perhaps more than the record of the call, perhaps nothing, because an earlier call wrote it. */
    private void writeWhatWaits() {
        List<WaitingRecord> batch = new ArrayList<>();
        while (batch.size() < BATCH) {
            WaitingRecord next = waiting.poll();
            if (next == null) {
                break;
            }
            batch.add(next);
        }
        if (!batch.isEmpty()) {
            write(batch);
        }
    }

    private void write(List<WaitingRecord> batch) {
        List<Outcome> outcomes;
        try {
            outcomes = Objects.requireNonNull(transaction.execute(status ->
                    writer.apply(batch.stream().map(WaitingRecord::record).toList())));
        } catch (Throwable error) {
            batch.forEach(failed -> failed.end().fail(error));
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).end().complete(outcomes.get(i));
        }
    }

    private void fail(CompletableFuture<Outcome> result, Throwable error) {
        try {
            result.complete(rejects.onError(error));
        } catch (Throwable unhandled) {
            result.completeExceptionally(unhandled);
        }
    }
}

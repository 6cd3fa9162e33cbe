package io.concor.kafka.ledger;

import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.UncoveredRow;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.ledger.LedgerId;
import io.concor.queues.ledger.PartitionClaim;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;

/**
 * Takes partitions over in a database and deletes rows there, on threads of its own, as readers must go on polling. What fails is
 * tried again. Thread-safe.
 */
public final class DatabaseLedger implements LedgerAccess, AutoCloseable {

    private static final String TAKE = "take partitions over in its database";
    private static final String FORGET = "delete rows of ended events";
    /** A former owner may hold locks: one waits for them, and another one works. */
    private static final int THREADS = 2;

    private static final long RETRY_MILLIS = 500;
    /** After a lease has ended without the group: by then the reader has learnt if another process owns the partition. */
    private static final long AGAIN_MILLIS = 300;

    private static final long CLOSE_SECONDS = 3;

    private final JdbcQueueStore store;
    private final DatabaseHealth health;
    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(THREADS, task -> {
        Thread thread = new Thread(task, "concor-kafka-ledger");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean closed;
    private volatile boolean vanished;

    public DatabaseLedger(JdbcQueueStore store, DatabaseHealth health) {
        this.store = store;
        this.health = health;
    }

    @Override
    public CompletableFuture<PartitionClaim> take(
            String queue, int partition, CompletionStage<Uuid> topic, boolean again) {
        CompletableFuture<PartitionClaim> taken = new CompletableFuture<>();
        topic.whenComplete((id, failed) -> {
            if (failed == null) {
                schedule(() -> take(queue, partition, id, taken), again ? AGAIN_MILLIS : 0);
            } else {
                taken.completeExceptionally(failed);
            }
        });
        return taken;
    }

    private void take(String queue, int partition, Uuid topic, CompletableFuture<PartitionClaim> taken) {
        if (closed || taken.isDone()) { // the partition is not owned any more
            return;
        }
        try {
            store.ledger()
                    .take(queue, partition, topic.toString(), () -> !taken.isDone())
                    .ifPresent(taken::complete);
            health.succeeded(TAKE);
        } catch (Throwable failed) { // also an OutOfMemoryError: the partition would not be handled
            health.failed(TAKE, failed);
            schedule(() -> take(queue, partition, topic, taken), RETRY_MILLIS);
        }
    }

    @Override
    public void forget(PartitionLease lease, List<UncoveredRow> rows) {
        schedule(() -> forgetNow(lease, rows), 0);
    }

    private void forgetNow(PartitionLease lease, List<UncoveredRow> rows) {
        if (vanished) {
            return;
        }
        try {
            store.ledger()
                    .forget(
                            lease.queue().definition().name(),
                            lease.partition(),
                            rows.stream()
                                    .map(row -> new LedgerId(row.epoch(), row.id()))
                                    .toList());
            health.succeeded(FORGET);
        } catch (Throwable failed) {
            if (!closed) {
                health.failed(FORGET, failed);
                schedule(() -> forgetNow(lease, rows), RETRY_MILLIS);
            }
        }
    }

    private void schedule(Runnable task, long millis) {
        try {
            executor.schedule(task, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException end) {
            // the store is closed: the next owner does it
        }
    }

    /** Deletes what there is to delete, if the database answers within some seconds. */
    @Override
    public void close() {
        closed = true;
        executor.shutdown();
        try {
            executor.awaitTermination(vanished ? 0 : CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends without deleting, as a killed process does. For tests. */
    public void vanish() {
        vanished = true;
        close();
    }
}

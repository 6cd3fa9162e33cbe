package io.concor.kafka.write;

import io.concor.kafka.topic.ClientSettings;
import io.concor.queues.jdbc.DatabaseHealth;
import java.time.Duration;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The client that ends events in transactions, made anew after a failure. For one thread, if not said. */
final class EndClient {

    private static final int MOST_COMMITS = 5;
    private static final Duration CLOSE = Duration.ofSeconds(5);

    private final ClientSettings clients;
    private final DatabaseHealth health;
    private final String work;
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    private final ForgetRequests forgets = new ForgetRequests();
    private volatile boolean vanished;

    /** @param work what it does, for the health of the store */
    EndClient(ClientSettings clients, DatabaseHealth health, String work) {
        this.clients = clients;
        this.health = health;
        this.work = work;
    }

    /** Returns null if the broker does not answer. */
    @Nullable
    KafkaProducer<byte[], byte[]> ready() {
        KafkaProducer<byte[], byte[]> present = producer;
        if (present != null) {
            return present;
        }
        try {
            present = clients.transactionalProducer(ClientSettings.ENDS);
            producer = present;
            present.initTransactions();
            return present;
        } catch (RuntimeException failed) {
            health.failed(work, failed);
            close(Duration.ZERO);
            return null;
        }
    }

    /** A commit without an answer may be repeated. */
    void commit(KafkaProducer<byte[], byte[]> present) {
        for (int left = MOST_COMMITS; ; left--) {
            try {
                present.commitTransaction();
                return;
            } catch (TimeoutException | InterruptException late) {
                Thread.interrupted();
                health.failed(work, late);
                if (left == 1 || vanished) {
                    throw late;
                }
            }
        }
    }

    void abort(KafkaProducer<byte[], byte[]> present) {
        try {
            present.abortTransaction();
        } catch (RuntimeException broken) {
            close(Duration.ZERO);
        }
    }

    /** No commit is repeated from now on. Any thread. */
    void vanish() {
        vanished = true;
    }

    /**
     * Waits until {@link #forget} has replaced the producer, some seconds at most. Any other thread.
     *
     * @param wake has the thread call that
     * @param until until when to wait at most, by {@link System#nanoTime}
     */
    void awaitForget(Runnable wake, long until) {
        forgets.ask(wake, until);
    }

    /** Has {@link #forget} replace the producer. Any thread. */
    void askToForget(Runnable wake) {
        forgets.askLater(wake);
    }

    /** Returns whether {@link #forget} has something to do. */
    boolean forgets() {
        return forgets.any();
    }

    /** Between two transactions: replaces the producer, if it is to forget the topics that it has known. */
    void forget() {
        forgets.serve(() -> close(CLOSE));
    }

    void close(Duration patience) {
        KafkaProducer<byte[], byte[]> present = producer;
        producer = null;
        if (present != null) {
            present.close(patience);
        }
    }
}

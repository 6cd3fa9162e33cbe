package io.concor.kafka.write;

import io.concor.kafka.topic.ClientSettings;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The producer of the transactions in which events end: after a failure it is made anew. For one thread, if not said. */
final class EndClient {

    private static final int MOST_COMMITS = 5;

    private final ClientSettings clients;
    private final Consumer<Throwable> failed;
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    private volatile boolean vanished;

    /** @param failed is given what fails while the producer is made ready, or a commit is repeated */
    EndClient(ClientSettings clients, Consumer<Throwable> failed) {
        this.clients = clients;
        this.failed = failed;
    }

    /** Returns a producer that is ready for a transaction, or null if the broker does not answer. */
    @Nullable
    KafkaProducer<byte[], byte[]> ready() {
        KafkaProducer<byte[], byte[]> present = producer;
        if (present != null) {
            return present;
        }
        try {
            present = clients.transactionalProducer("ends");
            producer = present;
            present.initTransactions();
            return present;
        } catch (RuntimeException unready) {
            failed.accept(unready);
            close(Duration.ZERO);
            return null;
        }
    }

    /**
     * Commits. What has no answer may be repeated.
     *
     * @throws RuntimeException if it is not known whether it was committed
     */
    void commit(KafkaProducer<byte[], byte[]> present) {
        for (int left = MOST_COMMITS; ; left--) {
            try {
                present.commitTransaction();
                return;
            } catch (TimeoutException | InterruptException late) {
                Thread.interrupted();
                failed.accept(late);
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

    /** The process ends without a goodbye: nothing is repeated. Any thread. */
    void vanish() {
        vanished = true;
    }

    /** Gives the producer up: a transaction that is open ends by the next one, or by its timeout. */
    void close(Duration patience) {
        KafkaProducer<byte[], byte[]> present = producer;
        producer = null;
        if (present != null) {
            present.close(patience);
        }
    }
}

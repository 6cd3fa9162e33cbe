package io.concor.kafka.administration;

import io.concor.QueueStoreException;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.topic.QueueTopics;
import io.concor.text.Sentence;
import java.time.Duration;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * Has persons change a queue one after the other, in all processes: the later one of two ends the transaction of the first, which then
 * begins anew. Thread-safe.
 *
 * @param action what they do, for the message of a failure
 */
record QueueChanges(ClientSettings clients, QueueTopics topics, String action) {

    private static final int MOST_ATTEMPTS = 5;
    private static final Duration CLOSE = Duration.ofSeconds(5);

    /** A change of a queue, in transactions. What others have changed before is there when it begins. */
    @FunctionalInterface
    interface Change {
        void with(KafkaProducer<byte[], byte[]> producer);
    }

    /** Makes a change in one transaction. */
    void inTransaction(Change change) {
        run(producer -> {
            producer.beginTransaction();
            change.with(producer);
            producer.commitTransaction();
        });
    }

    /** Makes a change, whose transactions are its own. It may be begun anew. */
    void run(Change change) {
        for (int left = MOST_ATTEMPTS; ; left--) {
            KafkaProducer<byte[], byte[]> producer = clients.administrator(topics.events());
            Duration patience =
                    Duration.ZERO; // after a failure: it would end its transaction first, however long that takes
            try {
                producer.initTransactions();
                change.with(producer);
                patience = CLOSE;
                return;
            } catch (ProducerFencedException | InvalidProducerEpochException other) {
                if (left == 1) {
                    throw failure(other);
                }
            } catch (KafkaException failed) {
                throw failure(failed);
            } finally {
                producer.close(patience);
            }
        }
    }

    private QueueStoreException failure(KafkaException failed) {
        return KafkaCalls.failure(Sentence.of("%s of the topic '%s'", action, topics.events()), failed);
    }
}

package io.concor.kafka.outbox;

import io.concor.kafka.read.StuckTransactions;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.KafkaCalls;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads which rows the last committed transaction of an outbox has put. Blocks while transactions of others are open in the
 * partition; those of dead processes are aborted soon.
 */
final class LastRelayed {

    private static final String ACTION = "read what was put last from an outbox";
    private static final Duration STEP = Duration.ofMillis(20);
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long FIRST_LOOK = 256;
    private static final int FACTOR = 8;

    private final ClientSettings clients;
    private final Admin admin;
    private final StuckTransactions stuck;
    private final TopicPartition partition;
    private final byte[] key;

    /**
     * @param partition where it is written
     * @param key the key of its records
     */
    LastRelayed(OutboxParts parts, TopicPartition partition, byte[] key) {
        this.clients = parts.clients();
        this.admin = parts.admin();
        this.stuck = parts.stuck();
        this.partition = partition;
        this.key = key.clone();
    }

    /** Returns the rows; none if there was no transaction. */
    RelayedRows read() {
        long begin = offset(OffsetSpec.earliest());
        long end = offset(OffsetSpec.latest()); // without regard to open transactions
        KafkaConsumer<byte[], byte[]> consumer = clients.reader();
        try {
            consumer.assign(List.of(partition));
            byte[] found = find(begin, end, consumer);
            return found == null ? new RelayedRows() : RelayedRows.read(found);
        } finally {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    /** Looks near the end first: there it is, as a rule. */
    private byte @Nullable [] find(long begin, long end, KafkaConsumer<byte[], byte[]> consumer) {
        long from = end;
        byte[] found = null;
        for (long back = FIRST_LOOK; found == null && from > begin; back *= FACTOR) {
            from = Math.max(begin, end - back);
            consumer.seek(partition, from);
            found = readTo(end, consumer);
        }
        return found;
    }

    private long offset(OffsetSpec which) {
        return KafkaCalls.await(
                        ACTION, admin.listOffsets(Map.of(partition, which)).partitionResult(partition))
                .offset();
    }

    private byte @Nullable [] readTo(long end, KafkaConsumer<byte[], byte[]> consumer) {
        byte[] last = null;
        long began = System.nanoTime();
        long asked = began;
        while (consumer.position(partition) < end) {
            for (ConsumerRecord<byte[], byte[]> found : consumer.poll(STEP)) {
                if (Arrays.equals(key, found.key()) && found.value() != null) {
                    last = found.value();
                }
            }
            long nanos = System.nanoTime() - began;
            if (nanos > MOST_NANOS) {
                throw new TimeoutException("A transaction is open in " + partition + ", or its broker does not answer");
            }
            if (System.nanoTime() - asked > STUCK_NANOS) {
                asked = System.nanoTime();
                stuck.abort(List.of(partition));
            }
        }
        return last;
    }
}

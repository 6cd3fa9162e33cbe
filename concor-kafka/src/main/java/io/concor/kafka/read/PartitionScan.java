package io.concor.kafka.read;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads a partition up to its present end, after all transactions that had begun there: from its beginning, or some way back from
 * the end. For the reader's thread.
 */
final class PartitionScan {

    private static final int FACTOR = 8;

    private final TopicPartition partition;
    private final Consumer<ConsumerRecord<byte[], byte[]>> reader;
    private final KafkaFuture<Long> begin;
    private final KafkaFuture<Long> end;
    private long back;
    private boolean sought;
    private boolean over;
    private long stoodAt = -1;
    private long standsNanos;

    /**
     * @param back how many records before the end it begins at first
     * @param reader is given what is read
     */
    PartitionScan(Admin admin, TopicPartition partition, long back, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        this.partition = partition;
        this.back = back;
        this.reader = reader;
        begin = ask(admin, partition, OffsetSpec.earliest());
        end = ask(admin, partition, OffsetSpec.latest()); // without regard to open transactions
    }

    /** Asks the broker for an offset. */
    static KafkaFuture<Long> ask(Admin admin, TopicPartition of, OffsetSpec which) {
        return admin.listOffsets(Map.of(of, which)).partitionResult(of).thenApply(found -> found.offset());
    }

    /**
     * Returns what the broker was asked for, and has given.
     *
     * @throws IllegalStateException if it refuses to
     */
    static <T> T answer(Future<T> answered) {
        try {
            return answered.get();
        } catch (ExecutionException | InterruptedException failed) {
            throw new IllegalStateException("What the brokers know of a partition cannot be read", failed);
        }
    }

    TopicPartition partition() {
        return partition;
    }

    boolean isAnswered() {
        return begin.isDone() && end.isDone();
    }

    /** Begins to read, if it has not begun. */
    void seek(KafkaConsumer<byte[], byte[]> by) {
        if (!sought) {
            by.seek(partition, from());
            sought = true;
        }
    }

    private long from() {
        return Math.max(answer(begin), answer(end) - back);
    }

    void found(ConsumerRecord<byte[], byte[]> record) {
        reader.accept(record);
    }

    /** Returns for how long it has stood where it stands, in nanoseconds: an open transaction lies there. */
    long standsFor(long position) {
        long now = System.nanoTime();
        if (position != stoodAt) {
            stoodAt = position;
            standsNanos = now;
        }
        return now - standsNanos;
    }

    /** Returns whether the end is reached. */
    boolean isAtEnd(long position) {
        return position >= answer(end);
    }

    /**
     * The end is reached.
     *
     * @param enough whether what was read is; if not, it is read again from further back
     */
    void reached(boolean enough) {
        over = enough || from() == (long) answer(begin);
        sought = over;
        back *= FACTOR;
    }

    boolean isOver() {
        return over;
    }
}

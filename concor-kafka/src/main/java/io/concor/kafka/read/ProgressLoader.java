package io.concor.kafka.read;

import io.concor.kafka.record.ProgressRecord;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.QueueTopics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the last committed progress of partitions: from the end of their topic, after all transactions that had begun there. For
 * the reader's thread; does not block for long.
 */
final class ProgressLoader implements AutoCloseable {

    private static final byte[] KEY = ProgressRecord.KEY.getBytes(StandardCharsets.UTF_8);
    private static final Duration STEP = Duration.ofMillis(10);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long FIRST_LOOK = 64;

    private final ClientSettings clients;
    private final Admin admin;
    private final QueueTopics topics;
    private final StuckTransactions stuck;
    private final Map<Integer, Load> loads = new HashMap<>();
    private @Nullable KafkaConsumer<byte[], byte[]> consumer;

    /**
     * What was found of a partition.
     *
     * @param begin the first offset of its events
     */
    record Loaded(int partition, ProgressRecord progress, long begin) {}

    ProgressLoader(ClientSettings clients, Admin admin, QueueTopics topics, StuckTransactions stuck) {
        this.clients = clients;
        this.admin = admin;
        this.topics = topics;
        this.stuck = stuck;
    }

    void begin(int partition) {
        loads.put(partition, new Load(partition));
    }

    void forget(int partition) {
        loads.remove(partition);
    }

    boolean isLoading() {
        return !loads.isEmpty();
    }

    /** Does a step. Returns what was found by that. */
    List<Loaded> advance() {
        if (loads.isEmpty()) {
            return List.of();
        }
        List<Load> reading = new ArrayList<>();
        loads.values().stream().filter(Load::isAnswered).forEach(reading::add);
        if (!reading.isEmpty()) {
            read(reading);
        }
        List<Loaded> found = new ArrayList<>();
        for (Load load : reading) {
            if (load.isOver()) {
                loads.remove(load.partition);
                found.add(new Loaded(
                        load.partition,
                        load.last == null ? ProgressRecord.none() : load.last,
                        Load.offset(load.beginOfEvents)));
            }
        }
        return found;
    }

    private void read(List<Load> reading) {
        KafkaConsumer<byte[], byte[]> present = consumer();
        present.assign(reading.stream().map(load -> load.states).toList());
        reading.forEach(load -> load.seek(present));
        for (ConsumerRecord<byte[], byte[]> found : present.poll(STEP)) {
            Load load = loads.get(found.partition());
            if (load != null && Arrays.equals(KEY, found.key()) && found.value() != null) {
                load.found(found);
            }
        }
        reading.forEach(load -> load.at(present.position(load.states)));
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        KafkaConsumer<byte[], byte[]> present = consumer;
        if (present == null) {
            present = clients.reader();
            consumer = present;
        }
        return present;
    }

    /** Gives its consumer back, if nothing is loaded. */
    void rest() {
        if (loads.isEmpty() && consumer != null) {
            close();
        }
    }

    @Override
    public void close() {
        KafkaConsumer<byte[], byte[]> present = consumer;
        consumer = null;
        if (present != null) {
            try {
                present.close(CloseOptions.timeout(Duration.ZERO));
            } catch (WakeupException late) {
                // it is closed nevertheless
            }
        }
    }

    /** A partition whose progress is looked for. */
    private final class Load {
        private final int partition;
        private final TopicPartition states;
        private final KafkaFuture<Long> beginOfEvents;
        private final KafkaFuture<Long> begin;
        private final KafkaFuture<Long> end;
        private final long begunNanos = System.nanoTime();
        private long lookedBack = FIRST_LOOK;
        private boolean sought;
        private boolean complained;
        private boolean over;
        private @Nullable ProgressRecord last;

        Load(int partition) {
            this.partition = partition;
            states = new TopicPartition(topics.state(), partition);
            TopicPartition events = new TopicPartition(topics.events(), partition);
            beginOfEvents = ask(events, OffsetSpec.earliest());
            begin = ask(states, OffsetSpec.earliest());
            end = ask(states, OffsetSpec.latest()); // without regard to open transactions
        }

        private static KafkaFuture<Long> offset(ListOffsetsResult asked, TopicPartition of) {
            return asked.partitionResult(of).thenApply(found -> found.offset());
        }

        private KafkaFuture<Long> ask(TopicPartition of, OffsetSpec which) {
            return offset(admin.listOffsets(Map.of(of, which)), of);
        }

        /** @throws IllegalStateException if the broker refuses to say */
        private static long offset(KafkaFuture<Long> answered) {
            try {
                return answered.get();
            } catch (ExecutionException | InterruptedException failed) {
                throw new IllegalStateException("The offsets of a partition cannot be read", failed);
            }
        }

        boolean isAnswered() {
            return beginOfEvents.isDone() && begin.isDone() && end.isDone();
        }

        private long from() {
            return Math.max(offset(begin), offset(end) - lookedBack);
        }

        void seek(KafkaConsumer<byte[], byte[]> by) {
            if (!sought) {
                by.seek(states, from());
                sought = true;
            }
        }

        void found(ConsumerRecord<byte[], byte[]> progress) {
            try {
                last = ProgressRecord.read(progress.value());
            } catch (IllegalStateException unreadable) {
                throw new IllegalStateException(
                        "The progress of the partition " + states + " cannot be read: " + unreadable.getMessage(),
                        unreadable);
            }
        }

        void at(long position) {
            if (position < offset(end)) {
                resolve();
            } else if (last != null || from() == offset(begin)) {
                over = true;
            } else {
                lookedBack *= 8;
                sought = false;
            }
        }

        private void resolve() {
            if (!complained && System.nanoTime() - begunNanos > PATIENCE_NANOS) {
                complained = true;
                stuck.abort(List.of(states));
            }
        }

        boolean isOver() {
            return over;
        }
    }
}

package io.concor.kafka.result;

import io.concor.QueueStoreException;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.ClosePatience;
import io.concor.kafka.topic.LostTopics;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the results that this process awaits, of all flows, on one thread. The thread and the client are there from the first
 * awaited result on. A topic that is gone is left out until it is there again, and the health of the store names it.
 */
final class ResultReader implements AutoCloseable {

    private static final String WORK = "read results";
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ClientSettings clients;
    private final DatabaseHealth health;
    private final Thread thread = new Thread(this::run, "concor-kafka-results");
    private final Map<TopicPartition, ReadPartition> followed = new ConcurrentHashMap<>();
    private final LostTopics lost = new LostTopics(this::gone, this::back); // of the thread
    private volatile @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private boolean started; // guarded by this
    private volatile boolean closed;

    ResultReader(ClientSettings clients, DatabaseHealth health) {
        this.clients = clients;
        this.health = health;
    }

    /** A partition that is read. */
    private static final class ReadPartition {

        private final Consumer<ConsumerRecord<byte[], byte[]>> to;
        /** Where reading goes on, also by another client. For the thread. */
        private long next;

        ReadPartition(Consumer<ConsumerRecord<byte[], byte[]>> to, long from) {
            this.to = to;
            this.next = from;
        }

        void take(ConsumerRecord<byte[], byte[]> found) {
            next = found.offset() + 1;
            to.accept(found);
        }

        /** Its topic is gone: one that is created in its place is read from its first record on. */
        void beginAnew() {
            next = 0;
        }
    }

    /**
     * Reads a partition from now on. Does not block.
     *
     * @param from the first offset
     * @param to is given each record, and throws nothing
     */
    void follow(TopicPartition partition, long from, Consumer<ConsumerRecord<byte[], byte[]>> to) {
        followed.put(partition, new ReadPartition(to, from));
        start();
        look();
    }

    /** Reads a partition no more. */
    void leave(TopicPartition partition) {
        followed.remove(partition);
        look();
    }

    private synchronized void start() {
        if (!started && !closed) {
            started = true;
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void look() {
        KafkaConsumer<byte[], byte[]> present = consumer;
        if (present != null) {
            present.wakeup();
        }
        LockSupport.unpark(thread);
    }

    @Override
    public void close() {
        close(System.nanoTime() + TimeUnit.SECONDS.toNanos(2));
    }

    /** As {@link #close()}, and waits until a time by {@link System#nanoTime} at most. */
    void close(long until) {
        synchronized (this) {
            closed = true;
        }
        look();
        ClosePatience.join(thread, until);
    }

    // the thread

    private void run() {
        while (!closed) {
            if (followed.isEmpty()) {
                health.succeeded(WORK); // it is not tried any more
                lost.retain(Set.of());
                LockSupport.park(this);
            } else {
                read();
            }
        }
    }

    /** A client that fails is replaced by another one, which goes on in the same place. */
    private void read() {
        try (KafkaConsumer<byte[], byte[]> present = clients.follower()) {
            consumer = present;
            Set<TopicPartition> assigned = new HashSet<>();
            while (!closed && !followed.isEmpty()) {
                read(present, assigned);
            }
            present.close(CloseOptions.timeout(Duration.ZERO));
        } catch (Throwable failed) { // also an OutOfMemoryError: without this thread no result comes
            health.failed(WORK, failed);
            LockSupport.parkNanos(this, PAUSE_NANOS);
        } finally {
            consumer = null;
        }
    }

    private void read(KafkaConsumer<byte[], byte[]> present, Set<TopicPartition> assigned) {
        try {
            assign(present, there(present), assigned);
            if (assigned.isEmpty()) {
                LockSupport.parkNanos(this, PAUSE_NANOS);
                return;
            }
            for (ConsumerRecord<byte[], byte[]> found : present.poll(POLL)) {
                ReadPartition of = followed.get(new TopicPartition(found.topic(), found.partition()));
                if (of != null) {
                    of.take(found);
                }
            }
            health.succeeded(WORK);
        } catch (WakeupException look) {
            // another partition is to be read, or none
        }
    }

    private Map<TopicPartition, ReadPartition> there(KafkaConsumer<byte[], byte[]> present) {
        Map<TopicPartition, ReadPartition> all = new HashMap<>(followed);
        lost.retain(all.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet()));
        all.entrySet().removeIf(each -> {
            boolean absent = !lost.isThere(present, each.getKey().topic());
            if (absent) {
                each.getValue().beginAnew();
            }
            return absent;
        });
        return all;
    }

    private static void assign(
            KafkaConsumer<byte[], byte[]> present,
            Map<TopicPartition, ReadPartition> wanted,
            Set<TopicPartition> assigned) {
        if (!wanted.keySet().equals(assigned)) {
            present.assign(wanted.keySet());
            wanted.forEach((partition, of) -> present.seek(partition, of.next));
            assigned.clear();
            assigned.addAll(wanted.keySet());
        }
    }

    private void gone(String topic) {
        health.failed(
                work(topic),
                new QueueStoreException(
                        Sentence.of(
                                "The topic '%s' is gone. Stop the flow in all processes, and start it, which creates its"
                                        + " topics",
                                topic),
                        false,
                        null));
    }

    private void back(String topic) {
        health.succeeded(work(topic));
    }

    private static String work(String topic) {
        return "read results of the topic " + topic;
    }
}

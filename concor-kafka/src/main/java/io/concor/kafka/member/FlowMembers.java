package io.concor.kafka.member;

import io.concor.QueueStoreException;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.ClosePatience;
import io.concor.kafka.topic.LostTopics;
import io.concor.kafka.topic.ProcessName;
import io.concor.kafka.topic.TopicSetup;
import io.concor.layout.FlowInstance;
import io.concor.queue.FlowIdentity;
import io.concor.queue.FlowMembership;
import io.concor.queues.jdbc.DatabaseHealth;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The processes that share the flows of a store: one thread publishes this process in the topic of each flow, and follows the others. Has
 * neither thread nor client before the first flow joins. Thread-safe.
 *
 * <p>That it cannot publish is worth a warning, and no failure of the store: no event needs it.
 */
public final class FlowMembers implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(20);
    private static final int ROUNDS_BETWEEN_BEATS = 5;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ClientSettings clients;
    private final TopicSetup setup;
    private final MemberSettings settings;
    private final DatabaseHealth health;
    private final Thread thread = new Thread(this::run, "concor-kafka-members");
    private final Map<String, SharedFlow> shared = new ConcurrentHashMap<>();
    private final Queue<SharedFlow> leaving = new ConcurrentLinkedQueue<>();
    private @Nullable KafkaProducer<byte[], byte[]> producer; // guarded by this
    private final LostTopics lost = new LostTopics(this::createAgain, topic -> {}); // of the thread
    private volatile boolean closed;
    private long beatNanos = System.nanoTime(); // of the thread

    public FlowMembers(ClientSettings clients, TopicSetup setup, MemberSettings settings, DatabaseHealth health) {
        this.clients = clients;
        this.setup = setup;
        this.settings = settings;
        this.health = health;
    }

    /**
     * Joins a flow: see {@link io.concor.queue.QueueStore#join}.
     *
     * @throws QueueStoreException if the brokers cannot be reached, or another process has a different flow
     */
    public FlowMembership join(FlowIdentity flow) {
        String name = clients.names().members(flow.flow());
        setup.prepareMembers(name);
        MemberTopic topic = new MemberTopic(producer(), new TopicPartition(name, 0));
        leaving.removeIf(each -> each.name().equals(flow.flow())); // or it would remove what is published now
        MemberRecord first = MemberRecord.first(ProcessName.OWN, flow, settings.compatible());
        SharedFlow joined = JoinCheck.join(clients, settings, topic, first);
        shared.put(flow.flow(), joined);
        LockSupport.unpark(thread);
        return new Membership(joined);
    }

    private synchronized KafkaProducer<byte[], byte[]> producer() {
        if (closed) {
            throw new QueueStoreException("The Kafka store is closed", false, null);
        }
        KafkaProducer<byte[], byte[]> present = producer;
        if (present == null) {
            present = clients.producer();
            producer = present;
            thread.setDaemon(true);
            thread.start();
        }
        return present;
    }

    private final class Membership implements FlowMembership {

        private final SharedFlow flow;

        Membership(SharedFlow flow) {
            this.flow = flow;
        }

        @Override
        public List<FlowInstance> instances() {
            return flow.instances();
        }

        /** Left to the thread: a producer may wait for its brokers. */
        @Override
        public void leave() {
            if (shared.remove(flow.name(), flow)) {
                leaving.add(flow);
                LockSupport.unpark(thread);
            }
        }
    }

    private void run() {
        while (!closed) {
            try (KafkaConsumer<byte[], byte[]> consumer = clients.follower()) {
                follow(consumer);
                consumer.close(CloseOptions.timeout(Duration.ZERO));
            } catch (Throwable failed) { // begins anew
                warn(failed);
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
    }

    private void follow(KafkaConsumer<byte[], byte[]> consumer) {
        Map<TopicPartition, SharedFlow> followed = Map.of();
        while (!closed) {
            Map<TopicPartition, SharedFlow> wanted = wanted(consumer);
            if (!wanted.equals(followed)) {
                consumer.assign(wanted.keySet());
                wanted.forEach((partition, flow) -> consumer.seek(partition, flow.position()));
                followed = wanted;
            }
            if (!wanted.isEmpty()) {
                take(consumer, wanted);
            }
            leave();
            beat(wanted.values());
            LockSupport.parkNanos(this, settings.beat().toNanos() / ROUNDS_BETWEEN_BEATS);
        }
    }

    /** Returns what can be read: a topic may be gone. */
    private Map<TopicPartition, SharedFlow> wanted(KafkaConsumer<byte[], byte[]> consumer) {
        Map<TopicPartition, SharedFlow> all = new HashMap<>();
        shared.values().forEach(flow -> all.put(flow.topic().partition(), flow));
        lost.retain(all.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet()));
        all.keySet().removeIf(partition -> !lost.isThere(consumer, partition.topic()));
        return all;
    }

    /** Nothing is lost with it: each process publishes itself again. */
    private void createAgain(String topic) {
        health.notice("the topic '" + topic + "' is gone, and is created again");
        try {
            setup.prepareMembers(topic);
        } catch (QueueStoreException refused) {
            warn(refused);
        }
    }

    private static void take(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, SharedFlow> followed) {
        for (ConsumerRecord<byte[], byte[]> found : consumer.poll(POLL)) {
            SharedFlow flow = followed.get(new TopicPartition(found.topic(), found.partition()));
            if (flow != null) {
                flow.take(found);
            }
        }
        followed.values().forEach(SharedFlow::show);
    }

    private void beat(Collection<SharedFlow> there) {
        long now = System.nanoTime();
        if (now - beatNanos >= settings.beat().toNanos()) {
            beatNanos = now;
            there.forEach(flow -> {
                flow.beat(this::written);
                flow.forget(this::written);
            });
        }
    }

    private void leave() {
        for (SharedFlow flow = leaving.poll(); flow != null; flow = leaving.poll()) {
            if (!lost.isLost(flow.topic().partition().topic())) {
                flow.leave(this::written);
            }
        }
    }

    private void written(@Nullable RecordMetadata place, @Nullable Exception failed) {
        if (failed != null && !closed) {
            warn(failed);
        }
    }

    /** Without its message, which differs each time: there is one warning a minute for each text. */
    private void warn(Throwable failed) {
        health.notice("cannot " + MemberTopic.WORK + ", and tries again: "
                + failed.getClass().getName());
    }

    /** Tells the other processes that this one shares no flow any more. Waits some seconds at most. */
    @Override
    public void close() {
        close(System.nanoTime() + 2 * PATIENCE.toNanos());
    }

    /**
     * Tells the other processes that this one shares no flow any more, if there is time for that.
     *
     * @param until until when to wait at most, by {@link System#nanoTime}
     */
    public void close(long until) {
        end(until, until - System.nanoTime() > PATIENCE.toNanos());
    }

    /** Ends without a goodbye, as a killed process does. For tests. */
    public void vanish() {
        end(System.nanoTime() + PATIENCE.toNanos(), false);
    }

    private synchronized void end(long until, boolean goodbye) {
        closed = true;
        LockSupport.unpark(thread);
        KafkaProducer<byte[], byte[]> present = producer;
        if (present == null) {
            return;
        }
        ClosePatience.join(thread, Math.min(until, System.nanoTime() + PATIENCE.toNanos()));
        if (goodbye) {
            leaving.addAll(shared.values());
            leave();
        }
        present.close(goodbye ? PATIENCE : Duration.ZERO);
    }
}

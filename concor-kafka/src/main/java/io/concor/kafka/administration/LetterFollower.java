package io.concor.kafka.administration;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.FollowingConsumer;
import io.concor.queues.jdbc.DatabaseHealth;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;

/** Follows the topics of dead letters of the queues that are open: how many there are, and which queues are paused. */
public final class LetterFollower implements AutoCloseable {

    private static final String WORK = "follow dead letters";
    private static final Duration POLL = Duration.ofMillis(250);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ClientSettings clients;
    private final Supplier<Collection<OpenQueue>> open;
    private final Consumer<OpenQueue> pausedOrNot;
    private final DatabaseHealth health;
    private final Thread thread = new Thread(this::run, "concor-kafka-letters");
    private final Map<TopicPartition, Followed> followed = new HashMap<>();
    /** As threads that look at queues see it. */
    private final Map<OpenQueue, Map<String, Long>> holding = new ConcurrentHashMap<>();

    private volatile @Nullable FollowingConsumer consumer;
    private volatile boolean closed;

    /**
     * A queue.
     *
     * @param letters the ids of its dead letters
     * @param holding where those of them lie for which later events of their keys wait
     * @param end where its topic ended when it was opened
     */
    private record Followed(OpenQueue queue, Set<String> letters, Map<String, Long> holding, long end) {}

    /** @param pausedOrNot is given queues that were paused, or are no longer */
    public LetterFollower(
            ClientSettings clients,
            Supplier<Collection<OpenQueue>> open,
            Consumer<OpenQueue> pausedOrNot,
            DatabaseHealth health) {
        this.clients = clients;
        this.open = open;
        this.pausedOrNot = pausedOrNot;
        this.health = health;
    }

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** A queue was opened: nothing of it is handed out before it is known whether it is paused. */
    public void opened() {
        wake();
    }

    private void wake() {
        FollowingConsumer present = consumer;
        if (present != null) {
            present.wakeup();
        }
        LockSupport.unpark(thread);
    }

    @Override
    public void close() {
        closed = true;
        wake();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            followed.clear();
            try (FollowingConsumer present = new FollowingConsumer(clients)) {
                consumer = present;
                while (!closed) {
                    follow(present);
                    health.succeeded(WORK);
                }
            } catch (Throwable failed) { // begins anew
                health.failed(WORK, failed);
                open.get().stream().filter(queue -> mayBeReason(failed, queue)).forEach(queue -> queue.suspicion()
                        .raise());
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
    }

    private static boolean mayBeReason(Throwable failed, OpenQueue queue) {
        return failed instanceof TimeoutException
                || failed instanceof TopicAuthorizationException refused
                        && refused.unauthorizedTopics().contains(queue.topics().dead());
    }

    private void follow(FollowingConsumer present) {
        Map<TopicPartition, OpenQueue> wanted = new HashMap<>();
        open.get().stream()
                .filter(queue -> !queue.suspicion().isRaised())
                .forEach(queue -> wanted.put(new TopicPartition(queue.topics().dead(), 0), queue));
        assign(present, wanted);
        if (wanted.isEmpty()) {
            LockSupport.parkNanos(this, POLL.toNanos());
            return;
        }
        for (ConsumerRecord<byte[], byte[]> found : present.poll(POLL)) {
            Followed of = followed.get(new TopicPartition(found.topic(), found.partition()));
            if (of != null && found.key() != null) {
                take(of, new String(found.key(), StandardCharsets.UTF_8), found);
            }
        }
        followed.forEach((partition, of) -> knowsPause(of, present.position(partition)));
    }

    /** Until then, nothing of the queue is handed out: it may be paused. */
    private void knowsPause(Followed of, long position) {
        if (!of.queue().isPauseKnown() && position >= of.end()) {
            of.queue().knowsPause();
            pausedOrNot.accept(of.queue());
        }
    }

    /** A queue that was closed and opened again is followed from the beginning. */
    private void assign(FollowingConsumer present, Map<TopicPartition, OpenQueue> wanted) {
        holding.keySet().retainAll(Set.copyOf(wanted.values()));
        followed.entrySet()
                .removeIf(each -> wanted.get(each.getKey()) != each.getValue().queue());
        List<TopicPartition> added = new ArrayList<>(wanted.keySet());
        added.removeAll(followed.keySet());
        if (!added.isEmpty() || followed.size() != present.assignment().size()) {
            Map<TopicPartition, Long> ends = present.assign(followed.keySet(), added);
            wanted.forEach((each, queue) ->
                    followed.computeIfAbsent(each, absent -> followed(queue, ends.getOrDefault(each, 0L))));
        }
    }

    private Followed followed(OpenQueue queue, long end) {
        Map<String, Long> places = new ConcurrentHashMap<>();
        holding.put(queue, places);
        return new Followed(queue, new HashSet<>(), places, end);
    }

    /** Returns where those dead letters lie for which later events of their keys wait, in ascending order, as far as they are known. */
    List<Long> holding(OpenQueue queue, int most) {
        return holding.getOrDefault(queue, Map.of()).values().stream()
                .sorted()
                .limit(most)
                .toList();
    }

    private void take(Followed of, String id, ConsumerRecord<byte[], byte[]> found) {
        OpenQueue queue = of.queue();
        boolean present = found.value() != null;
        if (id.equals(LetterLog.PAUSED)) {
            queue.paused(present);
            pausedOrNot.accept(queue);
        } else if (present) {
            of.letters().add(id);
            if (NumberedLetter.at(found.offset(), RecordCodec.readLetter(found)).holds()) {
                of.holding().put(id, found.offset());
            }
        } else {
            of.letters().remove(id);
            of.holding().remove(id);
        }
        queue.dead().set(of.letters().size());
    }
}

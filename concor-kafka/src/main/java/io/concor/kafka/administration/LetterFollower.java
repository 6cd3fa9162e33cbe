package io.concor.kafka.administration;

import io.concor.QueueStoreException;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.ClosePatience;
import io.concor.kafka.topic.FollowingConsumer;
import io.concor.kafka.topic.QueueTopics;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Follows the topics of dead letters of the queues that are open: how many there are, and which queues are paused. */
public final class LetterFollower implements AutoCloseable {

    private static final String WORK = "follow dead letters";
    private static final Duration POLL = Duration.ofMillis(250);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** So long a queue is followed that is not open here and was looked at. */
    private static final long LOOKED_NANOS = TimeUnit.MINUTES.toNanos(5);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final Duration LOOK_PATIENCE = Duration.ofSeconds(10);
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int MOST_KNOWN = 200_000;
    private static final int LEAST_KNOWN_OF_QUEUE = 1_000;

    private final ClientSettings clients;
    private final LetterCheckpoints checkpoints;
    private final Supplier<Collection<OpenQueue>> open;
    private final Consumer<OpenQueue> pausedOrNot;
    private final DatabaseHealth health;
    private final Thread thread = new Thread(this::run, "concor-kafka-letters");
    private final LetterCatchUp catchUp;
    private final LetterIndex.Budget budget = new LetterIndex.Budget(MOST_KNOWN, LEAST_KNOWN_OF_QUEUE);
    /** Changed by the thread, and read by those that look at queues. */
    private final Map<TopicPartition, FollowedQueue> followed = new ConcurrentHashMap<>();
    /** Queues that need not be open here, and until when. */
    private final Map<TopicPartition, Looked> looked = new ConcurrentHashMap<>();

    private volatile @Nullable FollowingConsumer consumer;
    private volatile boolean closed;

    /** A queue at which a person looks. */
    private record Looked(QueueTopics topics, long untilNanos) {}

    /** A queue that is to be followed. */
    private record Wanted(QueueTopics topics, @Nullable OpenQueue queue) {}

    /** @param pausedOrNot is given queues that were paused, or are no longer */
    public LetterFollower(
            ClientSettings clients,
            Admin admin,
            Supplier<Collection<OpenQueue>> open,
            Consumer<OpenQueue> pausedOrNot,
            DatabaseHealth health) {
        this.clients = clients;
        checkpoints = new LetterCheckpoints(admin);
        catchUp = new LetterCatchUp(clients);
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
        close(System.nanoTime() + TimeUnit.SECONDS.toNanos(2));
    }

    /** As {@link #close()}, and waits until a time by {@link System#nanoTime} at most. */
    public void close(long until) {
        closed = true;
        wake();
        ClosePatience.join(thread, until);
    }

    private void run() {
        while (!closed) {
            followNone();
            try (FollowingConsumer present = new FollowingConsumer(clients)) {
                consumer = present;
                while (!closed) {
                    follow(present);
                    health.succeeded(WORK);
                }
            } catch (Throwable failed) { // begins anew
                health.failed(WORK, failed);
                if (failed instanceof TopicAuthorizationException refused) {
                    looked.keySet()
                            .removeIf(each -> refused.unauthorizedTopics().contains(each.topic()));
                }
                open.get().stream().filter(queue -> mayBeReason(failed, queue)).forEach(queue -> queue.suspicion()
                        .raise());
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        catchUp.close();
    }

    private static boolean mayBeReason(Throwable thrown, OpenQueue queue) {
        Throwable failed =
                thrown instanceof QueueStoreException && thrown.getCause() != null ? thrown.getCause() : thrown;
        return failed instanceof TimeoutException
                || failed instanceof java.util.concurrent.TimeoutException
                || failed instanceof TopicAuthorizationException refused
                        && refused.unauthorizedTopics().contains(queue.topics().dead());
    }

    private void follow(FollowingConsumer present) {
        assign(present, wanted());
        if (followed.isEmpty()) {
            catchUp.close();
            LockSupport.parkNanos(this, POLL.toNanos());
            return;
        }
        Map<TopicPartition, FollowedQueue> behind = behind();
        for (ConsumerRecord<byte[], byte[]> found : present.poll(behind.isEmpty() ? POLL : Duration.ZERO)) {
            FollowedQueue of = followed.get(new TopicPartition(found.topic(), found.partition()));
            if (of != null && found.key() != null && of.take(found)) {
                look(of);
            }
        }
        followed.forEach((partition, of) -> reached(partition, of, present.position(partition)));
        catchUp.advance(behind);
    }

    /** Until it is known whether a queue is paused, nothing of it is handed out. */
    private void reached(TopicPartition partition, FollowedQueue of, long position) {
        if (of.reached(position)) {
            look(of);
        }
        LetterCheckpoint checkpoint = of.checkpoint();
        if (checkpoint != null) {
            checkpoints.keep(partition, checkpoint);
        }
    }

    private void look(FollowedQueue of) {
        if (of.queue() != null) {
            pausedOrNot.accept(of.queue());
        }
    }

    private Map<TopicPartition, FollowedQueue> behind() {
        return followed.entrySet().stream()
                .filter(each -> each.getValue().isBehind())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private Map<TopicPartition, Wanted> wanted() {
        Map<TopicPartition, Wanted> wanted = new HashMap<>();
        long now = System.nanoTime();
        looked.values().removeIf(each -> each.untilNanos() - now < 0);
        looked.forEach((partition, each) -> wanted.put(partition, new Wanted(each.topics(), null)));
        open.get().stream()
                .filter(queue -> !queue.suspicion().isRaised())
                .forEach(queue -> wanted.put(partition(queue.topics()), new Wanted(queue.topics(), queue)));
        return wanted;
    }

    private static TopicPartition partition(QueueTopics topics) {
        return new TopicPartition(topics.dead(), 0);
    }

    /** A queue that was closed and opened again is followed anew. */
    private void assign(FollowingConsumer present, Map<TopicPartition, Wanted> wanted) {
        followed.forEach((partition, of) -> {
            Wanted by = wanted.get(partition);
            if (by == null || by.queue() != of.queue()) {
                followed.remove(partition);
                of.index().forget();
            }
        });
        Map<TopicPartition, LetterCheckpoint> added = new HashMap<>();
        wanted.forEach((partition, each) -> {
            if (!followed.containsKey(partition)) {
                checkpoint(partition, each).ifPresent(found -> added.put(partition, found));
            }
        });
        if (!added.isEmpty() || followed.size() != present.assignment().size()) {
            Map<TopicPartition, Long> ends = present.assign(followed.keySet(), added.keySet());
            added.forEach((partition, since) -> {
                Wanted of = wanted.get(partition);
                if (of != null) {
                    follow(present, partition, of, since, ends.getOrDefault(partition, 0L));
                }
            });
        }
    }

    private void follow(
            FollowingConsumer present, TopicPartition partition, Wanted wanted, LetterCheckpoint since, long end) {
        LetterCheckpoint from = since.in(end);
        present.seek(partition, from.place());
        followed.put(partition, new FollowedQueue(wanted.topics(), wanted.queue(), new LetterIndex(budget), from, end));
    }

    /** Returns from where on a queue is followed; nothing if its topic is not there. */
    private Optional<LetterCheckpoint> checkpoint(TopicPartition partition, Wanted wanted) {
        try {
            return Optional.of(checkpoints.find(partition));
        } catch (QueueStoreException failed) {
            boolean missing = failed.getCause() instanceof UnknownTopicOrPartitionException
                    || failed.getCause() instanceof TopicAuthorizationException;
            if (!missing) {
                throw failed;
            }
            looked.remove(partition);
            if (wanted.queue() != null) {
                wanted.queue().suspicion().raise();
            }
            return Optional.empty();
        }
    }

    private void followNone() {
        catchUp.close();
        followed.values().forEach(of -> of.index().forget());
        followed.clear();
    }

    // any thread

    /**
     * Returns what is known of a queue, once it is known whether it is paused. If it is not open here, it is followed for some minutes.
     *
     * @throws QueueStoreException if that takes too long, or its topic is not there
     */
    FollowedQueue look(QueueTopics topics, Duration patience) {
        TopicPartition partition = partition(topics);
        long began = System.nanoTime();
        looked.put(partition, new Looked(topics, began + LOOKED_NANOS));
        if (!followed.containsKey(partition)) {
            wake();
        }
        while (true) {
            FollowedQueue found = followed.get(partition);
            if (found != null && found.isPauseKnown()) {
                return found;
            }
            boolean over = System.nanoTime() - began >= patience.toNanos();
            if (over
                    || closed
                    || !looked.containsKey(partition)
                    || Thread.currentThread().isInterrupted()) {
                throw new QueueStoreException(
                        Sentence.of(
                                "The dead letters of the topic '%s' could not be read within %d seconds. Check the brokers,"
                                        + " and whether the topic is there",
                                topics.dead(), patience.toSeconds()),
                        false,
                        null);
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    /** Returns what is known of a queue once all is known that lies below a place; nothing if that takes too long. */
    Optional<FollowedQueue> read(QueueTopics topics, long to, Duration patience) {
        long until = System.nanoTime() + patience.toNanos();
        while (true) {
            FollowedQueue found = look(topics, LOOK_PATIENCE); // followed anew, it is another one
            long left = Math.max(0, until - System.nanoTime());
            if (found.index().awaitRead(to, Math.min(left, SLICE_NANOS)) && found.position() >= to) {
                return Optional.of(found);
            }
            if (left == 0) {
                return Optional.empty();
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }
}

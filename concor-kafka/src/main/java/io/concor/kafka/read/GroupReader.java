package io.concor.kafka.read;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.topic.ClosePatience;
import io.concor.queues.jdbc.Backoff;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * The thread that takes part in the group of a queue while this process handles its events. It polls always, so that it stays a
 * member whatever its events take. It ends when the queue delivers no more and nothing is in work, or its topics are others by now;
 * while one is gone, it is no member.
 * Thread-safe.
 */
public final class GroupReader {

    private static final Duration LEAVE = Duration.ofSeconds(7);
    /** Between rounds while the receiver is full: then it takes several events in the next one. */
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Between looks while a topic of the queue is gone. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final OpenQueue queue;
    private final GroupParts parts;
    private final Runnable rest;
    private final String work;
    private final Thread thread;
    private final ReaderMail mail = new ReaderMail(this::wake);
    private final Backoff backoff = new Backoff();
    private final UnreadPartitions unread = new UnreadPartitions();
    private volatile @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private volatile @Nullable AssignedPartitions partitions;
    private volatile boolean vanished;
    private volatile boolean hurries;
    private boolean roomMade; // for the thread
    private boolean ending; // guarded by this

    public GroupReader(OpenQueue queue, GroupParts parts) {
        this(queue, parts, () -> LockSupport.parkNanos(REST_NANOS));
    }

    /** @param rest is done before each round while the receiver is full */
    GroupReader(OpenQueue queue, GroupParts parts, Runnable rest) {
        this.queue = queue;
        this.parts = parts;
        this.rest = rest;
        work = "read events of the queue " + queue.definition().name();
        thread = new Thread(
                this::run, "concor-kafka-reader-" + queue.definition().name());
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Returns whether the reader goes on if the queue delivers; false if it has ended, or is about to. */
    public synchronized boolean goesOn() {
        mail.post(() -> {});
        return !ending;
    }

    private synchronized boolean ends(AssignedPartitions assigned) {
        ending = ending || isLeftAlone() || !queue.delivery().isDelivering() && (hurries || assigned.inHand() == 0);
        return ending;
    }

    /** Its topics are others by now: those who use these do not wait for what is in hand here, of which nothing ends. */
    private boolean isLeftAlone() {
        return queue.suspicion().lasting() != null;
    }

    /** The receiver has room. */
    public void roomMade() {
        mail.post(() -> roomMade = true);
    }

    /** Something has changed that the reader looks at in each round. */
    public void look() {
        mail.post(() -> {});
    }

    private void wake() {
        KafkaConsumer<byte[], byte[]> present = consumer;
        if (present != null) {
            present.wakeup();
        }
    }

    /**
     * Waits until readers whose queues deliver no more have left their groups, all at once: each does when nothing of it is in
     * work.
     *
     * @param patience after that time they leave in any case
     * @param until until when to wait at most, by {@link System#nanoTime}
     */
    public static void awaitLeft(Collection<GroupReader> readers, Duration patience, long until) {
        readers.forEach(GroupReader::look);
        joinAll(readers, patience, until);
        readers.forEach(GroupReader::hurry);
        joinAll(readers, LEAVE, until);
    }

    private static void joinAll(Collection<GroupReader> readers, Duration most, long until) {
        long deadline = Math.min(until, System.nanoTime() + most.toNanos());
        readers.forEach(reader -> ClosePatience.join(reader.thread, deadline));
    }

    /** It does not wait for what is in work any more. */
    private void hurry() {
        hurries = true;
        look();
    }

    /** Ends without leaving the group, as a killed process does. For tests. */
    public void vanish() {
        vanished = true;
        AssignedPartitions assigned = partitions;
        if (assigned != null) {
            assigned.vanish();
        }
        look();
        ClosePatience.join(thread, System.nanoTime() + LEAVE.toNanos());
    }

    // the thread

    private void run() {
        while (!vanished && !hasEnded()) {
            if (queue.suspicion().isGone()) {
                awaitTopic();
                continue;
            }
            try (KafkaConsumer<byte[], byte[]> client =
                    parts.clients().member(queue.topics().events(), ReadableAssignor.settings(unread))) {
                consumer = client;
                read(client);
            } catch (Throwable failed) { // also an OutOfMemoryError: without this thread nothing is read
                parts.health().failed(work, failed);
                backoff.pause();
            }
        }
        parts.health().succeeded(work); // it is not tried any more
    }

    private synchronized boolean hasEnded() {
        return ending;
    }

    /** Without a client, which would ask for the topic without end. */
    private void awaitTopic() {
        LockSupport.parkNanos(this, LOOK_NANOS);
        mail.read();
        synchronized (this) {
            ending = ending || isLeftAlone() || !queue.delivery().isDelivering();
        }
    }

    private void read(KafkaConsumer<byte[], byte[]> client) {
        AssignedPartitions assigned = new AssignedPartitions(queue, parts, mail, unread, client);
        partitions = assigned;
        try (PartitionRounds rounds = new PartitionRounds(queue, parts, assigned, unread, client)) {
            assigned.meanwhile(() -> {
                seeRoom(rounds);
                rounds.advance();
            });
            client.subscribe(List.of(queue.topics().events()), assigned);
            while (!vanished && !queue.suspicion().isGone() && !ends(assigned)) {
                round(client, assigned, rounds);
            }
            if (isLeftAlone() || queue.suspicion().isGone()) {
                assigned.forgetAll();
            }
            assigned.leaves();
            leave(client);
        } finally {
            assigned.forgetAll();
        }
    }

    private void round(KafkaConsumer<byte[], byte[]> client, AssignedPartitions assigned, PartitionRounds rounds) {
        if (rounds.isReceiverBusy()) {
            rest.run();
        }
        mail.read();
        seeRoom(rounds);
        parts.busy().begin();
        long wait = rounds.advance();
        parts.busy().end();
        if (unread.takesChange()) {
            client.enforceRebalance("something cannot be read here");
        }
        try {
            rounds.accept(client.poll(Duration.ofMillis(mail.beginWait() ? wait : 0)));
            assigned.seen();
            parts.health().succeeded(work);
            backoff.reset();
        } catch (WakeupException message) {
            // it is read in the next round
        } finally {
            mail.endWait();
        }
    }

    private void seeRoom(PartitionRounds rounds) {
        if (roomMade) {
            roomMade = false;
            rounds.roomMade();
        }
    }

    private void leave(KafkaConsumer<byte[], byte[]> client) {
        GroupMembershipOperation how =
                vanished ? GroupMembershipOperation.REMAIN_IN_GROUP : GroupMembershipOperation.LEAVE_GROUP;
        Duration patience = vanished ? Duration.ZERO : LEAVE;
        client.close(CloseOptions.groupMembershipOperation(how).withTimeout(patience));
    }
}

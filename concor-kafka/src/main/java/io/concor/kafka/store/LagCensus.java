package io.concor.kafka.store;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.read.StuckTransactions;
import io.concor.kafka.topic.BrokerContact;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.ClosePatience;
import io.concor.kafka.topic.FoundTopics;
import io.concor.queues.jdbc.DatabaseHealth;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.DisconnectException;

/**
 * Asks how many events wait in the queues that are open, each as often as {@link CountPace} says, and all at once if the connection to
 * the brokers is lost. Also looks at queues with which something is wrong, or whose topics may be others by now, and, in the
 * partitions of this process, ends transactions that dead processes have left open.
 */
final class LagCensus implements AutoCloseable {

    private static final String WORK = "ask how long queues are";
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long REST_NANOS = CountPace.REST_NANOS;

    private final BrokerContact contact;
    private final OffsetQueries queries;
    private final Supplier<Collection<OpenQueue>> queues;
    private final Runnable reached;
    private final DatabaseHealth health;
    private final Thread thread = new Thread(this::run, "concor-kafka-census");
    private final Map<OpenQueue, CountedQueue> known = new HashMap<>(); // of the thread

    private final StuckTransactions stuck;
    private final OldestEvents oldest;
    private final SuspectQueues suspects;
    private long searchedNanos = System.nanoTime() - REST_NANOS;
    private long oldestNanos = System.nanoTime() - REST_NANOS;
    private volatile boolean closed;

    /**
     * @param reached is run when the brokers have answered, and queues are counted
     * @param gone is run when a topic of a queue is gone
     */
    LagCensus(
            Admin admin,
            ClientSettings clients,
            Supplier<Collection<OpenQueue>> queues,
            Runnable reached,
            Runnable gone,
            StuckTransactions stuck,
            BrokerContact contact,
            DatabaseHealth health) {
        this.contact = contact;
        queries = new OffsetQueries(admin, contact);
        oldest = new OldestEvents(clients);
        suspects = new SuspectQueues(admin, contact, gone, health);
        this.stuck = stuck;
        this.queues = queues;
        this.reached = reached;
        this.health = health;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        close(System.nanoTime() + TimeUnit.SECONDS.toNanos(1));
    }

    /** As {@link #close()}, and waits until a time by {@link System#nanoTime} at most. */
    void close(long until) {
        closed = true;
        thread.interrupt();
        ClosePatience.join(thread, until);
    }

    private void run() {
        while (!closed) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            try {
                look();
            } catch (InterruptedException end) {
                // the store is closed
            } catch (Throwable failed) { // tried again next time
                if (!closed && (failed instanceof DisconnectException || !liesInQueues())) {
                    health.failed(WORK, failed instanceof ExecutionException ? cause(failed) : failed);
                }
            }
        }
        oldest.close();
    }

    private boolean liesInQueues() {
        try {
            return suspects.search(queues.get());
        } catch (Exception brokersAway) {
            return false;
        }
    }

    private static Throwable cause(Throwable failed) {
        return failed.getCause() == null ? failed : failed.getCause();
    }

    /** A queue is opened, with these topics. */
    void opened(OpenQueue queue, FoundTopics found) {
        suspects.opened(queue, found);
    }

    /** A queue is closed. */
    void closed(OpenQueue queue) {
        suspects.closed(queue);
    }

    /** As long as nothing is asked, it is not known whether it could be. */
    private void look() throws Exception {
        if (suspects.look(queues.get())) {
            reached.run();
        }
        long now = System.nanoTime();
        if (now - searchedNanos >= REST_NANOS) {
            suspects.search(withoutSuspicion().toList());
            searchedNanos = now;
        }
        List<CountedQueue> due = due(now);
        if (!due.isEmpty() && !closed) {
            count(due, now);
        }
        if (!due.isEmpty() || queues.get().isEmpty()) {
            health.succeeded(WORK);
        }
    }

    private List<CountedQueue> due(long now) {
        Set<OpenQueue> open = Set.copyOf(queues.get());
        known.keySet().removeIf(queue -> !open.contains(queue));
        boolean lost = !contact.isConnected();
        return withoutSuspicion()
                .map(queue -> known.computeIfAbsent(queue, CountedQueue::new))
                .filter(queue -> lost || queue.isDue(now))
                .toList();
    }

    private Stream<OpenQueue> withoutSuspicion() {
        return queues.get().stream().filter(queue -> !queue.suspicion().isRaised());
    }

    /** Returns those that were counted, and with which nothing seems to be wrong. */
    private List<CountedQueue> usable() {
        return known.values().stream()
                .filter(queue -> !queue.queue().suspicion().isRaised())
                .toList();
    }

    private void count(List<CountedQueue> due, long now) throws Exception {
        due.forEach(CountedQueue::begin);
        List<OpenQueue> open = due.stream().map(CountedQueue::queue).toList();
        Map<TopicPartition, OffsetAndMetadata> committed = queries.committed(open);
        Map<TopicPartition, Long> ends = queries.ends(open);
        askForBegins(due, now);
        due.forEach(queue -> queue.counted(committed, ends, now));
        reached.run();
        freeStuck(due);
        if (now - oldestNanos >= REST_NANOS) {
            oldestNanos = now;
            lookForOldest(now);
        }
    }

    private void askForBegins(List<CountedQueue> due, long now) throws Exception {
        List<CountedQueue> some =
                due.stream().filter(queue -> queue.needsBegins(now)).toList();
        Map<TopicPartition, Long> begins =
                queries.begins(some.stream().map(CountedQueue::queue).toList());
        some.forEach(queue -> queue.begins(begins, now));
    }

    private void lookForOldest(long now) {
        Map<CountedQueue, Map<TopicPartition, Long>> places = new HashMap<>();
        usable().forEach(queue -> places.put(queue, queue.firsts().toRead(queue.offsets(), queue::owns, now)));
        Map<TopicPartition, Long> all = new HashMap<>();
        places.values().forEach(all::putAll);
        Map<TopicPartition, Long> putAt = oldest.read(all);
        places.forEach((queue, some) -> {
            queue.firsts().read(some, putAt, now);
            queue.queue().depth().oldestAt(queue.firsts().oldestAt());
        });
    }

    // transactions of dead processes

    private void freeStuck(List<CountedQueue> due) throws Exception {
        Map<TopicPartition, Long> ends = new HashMap<>();
        due.forEach(queue -> ends.putAll(queue.endsOfOwnThatWait()));
        Map<TopicPartition, Long> readable = queries.readable(ends.keySet());
        long now = System.nanoTime();
        List<TopicPartition> standing = due.stream()
                .flatMap(queue -> queue
                        .standing()
                        .look(queue.own(readable), queue.offsets().ends(), now)
                        .stream())
                .toList();
        if (!standing.isEmpty()) {
            stuck.abort(standing);
        }
    }
}

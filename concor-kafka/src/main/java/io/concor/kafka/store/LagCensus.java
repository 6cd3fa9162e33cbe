package io.concor.kafka.store;

import io.concor.kafka.administration.WaitingEvents;
import io.concor.kafka.event.KnownDepth;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.read.StuckTransactions;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.FoundTopics;
import io.concor.queues.jdbc.DatabaseHealth;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Asks how many events wait in the queues that are open: five times a second while this process changes them or puts wait, else
 * now and then. Also looks at queues with which something is wrong, or whose topics may be others by now, and ends transactions that
 * dead processes have left open.
 */
final class LagCensus implements AutoCloseable {

    private static final String WORK = "ask how long queues are";
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long CALL_SECONDS = 10;

    private final Admin admin;
    private final Supplier<Collection<OpenQueue>> queues;
    private final Runnable reached;
    private final StuckTransactions stuck;
    private final DatabaseHealth health;
    private final Thread thread = new Thread(this::run, "concor-kafka-census");
    /** Where readers stood while something uncommitted lay behind that, and since when. */
    private final Map<TopicPartition, Standstill> standstills = new HashMap<>();

    private final OldestEvents oldest;
    private final SuspectQueues suspects;
    private long restNanos = System.nanoTime() - REST_NANOS;
    private long oldestNanos = System.nanoTime() - REST_NANOS;
    private volatile boolean closed;

    private record Standstill(long at, long sinceNanos) {}

    /** @param reached is run when the brokers have answered, and queues are counted */
    LagCensus(
            Admin admin,
            ClientSettings clients,
            Supplier<Collection<OpenQueue>> queues,
            Runnable reached,
            StuckTransactions stuck,
            DatabaseHealth health) {
        this.admin = admin;
        oldest = new OldestEvents(clients);
        suspects = new SuspectQueues(admin, health);
        this.queues = queues;
        this.reached = reached;
        this.stuck = stuck;
        this.health = health;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(1));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            try {
                look();
            } catch (InterruptedException end) {
                // the store is closed
            } catch (Throwable failed) { // tried again next time
                if (!closed && !liesInQueues()) {
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
        if (System.nanoTime() - restNanos >= REST_NANOS) {
            suspects.search(withoutSuspicion().toList());
        }
        List<OpenQueue> due = due();
        if (!due.isEmpty() && !closed) {
            count(due);
        }
        if (!due.isEmpty() || queues.get().isEmpty()) {
            health.succeeded(WORK);
        }
    }

    private static Throwable cause(Throwable failed) {
        return failed.getCause() == null ? failed : failed.getCause();
    }

    private List<OpenQueue> due() {
        long now = System.nanoTime();
        boolean all = now - restNanos >= REST_NANOS;
        if (all) {
            restNanos = now;
        }
        return withoutSuspicion()
                .filter(queue -> all || isChanging(queue.depth()))
                .toList();
    }

    private Stream<OpenQueue> withoutSuspicion() {
        return queues.get().stream().filter(queue -> !queue.suspicion().isRaised());
    }

    private static boolean isChanging(KnownDepth depth) {
        return depth.isStale() || depth.waitForRoom() > 0 || depth.events() > 0;
    }

    private void count(List<OpenQueue> due) throws Exception {
        Map<OpenQueue, KnownDepth.Begun> begun = new HashMap<>();
        due.forEach(queue -> begun.put(queue, queue.depth().beginCount(queue.uncovered())));
        Map<TopicPartition, OffsetAndMetadata> committed = committed(due);
        Map<TopicPartition, Long> ends = offsets(due, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, Long> begins = offsets(due, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
        for (OpenQueue queue : due) {
            long depth = partitions(queue)
                    .mapToLong(each ->
                            WaitingEvents.of(committed.get(each), begins.getOrDefault(each, 0L), ends.get(each)))
                    .sum();
            KnownDepth.Begun before = begun.get(queue);
            if (before != null) {
                queue.depth().counted(before, depth);
            }
        }
        reached.run();
        freeStuck(due, ends);
        if (System.nanoTime() - oldestNanos >= REST_NANOS) {
            oldestNanos = System.nanoTime();
            lookForOldest(due, committed, begins, ends);
        }
    }

    private void lookForOldest(
            List<OpenQueue> due,
            Map<TopicPartition, OffsetAndMetadata> committed,
            Map<TopicPartition, Long> begins,
            Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Long> places = new HashMap<>();
        due.stream().flatMap(LagCensus::partitions).forEach(each -> {
            OffsetAndMetadata low = committed.get(each);
            long begin = begins.getOrDefault(each, 0L);
            if (WaitingEvents.of(low, begin, ends.get(each)) > 0) {
                places.put(each, low == null ? begin : Math.max(begin, low.offset()));
            }
        });
        Map<TopicPartition, Long> putAt = oldest.read(places);
        for (OpenQueue queue : due) {
            queue.depth()
                    .oldestAt(partitions(queue)
                            .mapToLong(each -> putAt.getOrDefault(each, Long.MAX_VALUE))
                            .min()
                            .orElse(Long.MAX_VALUE));
        }
    }

    private static Stream<TopicPartition> partitions(OpenQueue queue) {
        return IntStream.range(0, queue.partitions())
                .mapToObj(i -> new TopicPartition(queue.topics().events(), i));
    }

    private Map<TopicPartition, OffsetAndMetadata> committed(List<OpenQueue> due) throws Exception {
        Map<String, ListConsumerGroupOffsetsSpec> groups = due.stream()
                .collect(Collectors.toMap(
                        queue -> queue.topics().events(), queue -> new ListConsumerGroupOffsetsSpec()));
        Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
        admin.listConsumerGroupOffsets(groups)
                .all()
                .get(CALL_SECONDS, TimeUnit.SECONDS)
                .values()
                .forEach(committed::putAll);
        return committed;
    }

    private Map<TopicPartition, Long> offsets(List<OpenQueue> due, OffsetSpec which, IsolationLevel isolation)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<TopicPartition, OffsetSpec> asked =
                due.stream().flatMap(LagCensus::partitions).collect(Collectors.toMap(each -> each, each -> which));
        Map<TopicPartition, ListOffsetsResultInfo> found = admin.listOffsets(asked, new ListOffsetsOptions(isolation))
                .all()
                .get(CALL_SECONDS, TimeUnit.SECONDS);
        Map<TopicPartition, Long> offsets = new HashMap<>();
        found.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }

    // transactions of dead processes

    private void freeStuck(List<OpenQueue> due, Map<TopicPartition, Long> ends) throws Exception {
        Map<TopicPartition, Long> readable = offsets(due, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
        long now = System.nanoTime();
        List<TopicPartition> stand = readable.keySet().stream()
                .filter(each -> stands(each, readable.get(each), ends.get(each), now))
                .toList();
        if (!stand.isEmpty()) {
            stand.forEach(standstills::remove);
            stuck.abort(stand);
        }
    }

    private boolean stands(TopicPartition partition, @Nullable Long readable, @Nullable Long end, long now) {
        if (readable == null || end == null || readable >= end) {
            standstills.remove(partition);
            return false;
        }
        Standstill before = standstills.get(partition);
        if (before == null || before.at() != readable) {
            standstills.put(partition, new Standstill(readable, now));
            return false;
        }
        return now - before.sinceNanos() > STUCK_NANOS;
    }
}

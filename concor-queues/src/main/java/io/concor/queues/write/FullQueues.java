package io.concor.queues.write;

import io.concor.queues.event.LocalQueue;
import io.concor.queues.event.QueueDepth;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.StoreTables;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The puts that wait because their queues are full; those of other queues pass them. For the writer's thread, if not said. */
final class FullQueues {

    static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final StoreTables tables;
    private final HeldConnection connection;
    private final Map<LocalQueue, Deque<PutRequest>> waiting = new LinkedHashMap<>();
    /** Those for whose room others wait than puts. Any thread. */
    private final Set<LocalQueue> watched = ConcurrentHashMap.newKeySet();

    private volatile boolean anyWaiting;
    private volatile boolean looksSoon;
    private long nextCountNanos;

    FullQueues(StoreTables tables, HeldConnection connection) {
        this.tables = tables;
        this.connection = connection;
    }

    /** Returns whether puts wait. Any thread. */
    boolean isWaiting() {
        return anyWaiting;
    }

    /** Has a queue counted that is full, or is to be empty, once. Any thread. */
    void watch(LocalQueue queue) {
        watched.add(queue);
    }

    /** Returns whether queues are to be counted. */
    boolean isBusy() {
        return anyWaiting || !watched.isEmpty();
    }

    /** A queue may have room. Any thread. */
    void look() {
        looksSoon = true;
    }

    /** Returns whether a put may be written now; if not, it waits here. */
    boolean admits(PutRequest put) {
        LocalQueue queue = put.queue();
        Deque<PutRequest> before = waiting.get(queue);
        if (before == null && queue.depth().reserve()) {
            return true;
        }
        waiting.computeIfAbsent(queue, absent -> new ArrayDeque<>()).add(put);
        queue.depth().waitForRoom(1);
        anyWaiting = true;
        return false;
    }

    /** Moves puts of queues that have room again to others, in their order, until those are enough. */
    void moveFreedTo(List<PutRequest> puts, int enough) throws SQLException {
        if (!isBusy()) {
            return;
        }
        count();
        for (Map.Entry<LocalQueue, Deque<PutRequest>> queue : waiting.entrySet()) {
            while (puts.size() < enough
                    && !queue.getValue().isEmpty()
                    && queue.getKey().depth().reserve()) {
                puts.add(queue.getValue().remove());
                queue.getKey().depth().waitForRoom(-1);
            }
        }
        waiting.values().removeIf(Deque::isEmpty);
        anyWaiting = !waiting.isEmpty();
    }

    /** Other processes may have taken events: what is known of a full queue, or of one that is to be empty, is corrected now and then. */
    private void count() throws SQLException {
        if (looksSoon || System.nanoTime() - nextCountNanos < 0) {
            looksSoon = false;
            return;
        }
        nextCountNanos = System.nanoTime() + LOOK_NANOS;
        Set<LocalQueue> queues = new LinkedHashSet<>(waiting.keySet());
        watched.removeIf(queues::add);
        for (LocalQueue queue : queues) {
            long most = queue.definition().capacity() + 1L;
            QueueDepth.Begun begun = queue.depth().beginCount();
            queue.depth().counted(begun, connection.query(c -> tables.depth(c, queue.number(), most)));
            queue.ownRows().look(lane -> connection.query(c -> tables.first(c, queue.number(), lane)));
        }
    }

    /** Returns all that wait. */
    List<PutRequest> all() {
        List<PutRequest> all = new ArrayList<>();
        waiting.forEach((queue, puts) -> {
            all.addAll(puts);
            queue.depth().waitForRoom(-puts.size());
        });
        waiting.clear();
        return all;
    }
}

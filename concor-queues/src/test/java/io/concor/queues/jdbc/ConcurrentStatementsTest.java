package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneCursor;
import io.concor.queues.row.LaneEpoch;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** All statements at once: no deadlock, and each event ends once. */
@ParameterizedClass
@EnumSource(
        value = StoreDatabase.class,
        names = {"POSTGRESQL", "MARIADB", "MYSQL", "SQLITE"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConcurrentStatementsTest extends TableContract {

    private static final int PUTTERS = 3;
    private static final int BATCHES = 30;
    private static final int BATCH = 20;
    private static final int TOTAL = BATCHES * BATCH / 2 * (PUTTERS + 1);
    private static final int OWNERS = 4;
    private static final int LANES_OF_ONE = LANES / OWNERS;
    private static final int MOST_SECONDS = 120;

    private final Set<String> done = ConcurrentHashMap.newKeySet();
    private volatile boolean failed;
    private final AtomicInteger twice = new AtomicInteger();

    @Test
    void endsEachEventOnceWithoutADeadlock() throws Exception {
        done.clear(); // JUnit keeps the instance for all databases
        failed = false;
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < PUTTERS; i++) {
                int putter = i;
                ends.add(threads.submit(() -> putAll(putter)));
            }
            for (int i = 0; i < OWNERS; i++) {
                int firstLane = i * LANES_OF_ONE;
                ends.add(threads.submit(repeated(() -> handle(firstLane))));
            }
            ends.add(threads.submit(repeated(this::maintain)));
            for (Future<?> end : ends) {
                end.get(MOST_SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(done).hasSize(TOTAL);
        assertThat(twice).hasValue(0);
        assertThat(waitingIds()).isEmpty();
    }

    private Callable<Object> repeated(Callable<Object> work) {
        return () -> {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
            while (done.size() < TOTAL && !failed && System.nanoTime() < end) {
                call(work);
            }
            return "done";
        };
    }

    private void call(Callable<Object> work) throws Exception {
        try {
            work.call();
        } catch (Throwable thrown) {
            failed = true;
            throw thrown;
        }
    }

    /** Every second event is put by all putters, with a unique id. */
    private Object putAll(int putter) throws SQLException {
        for (int batch = 0; batch < BATCHES; batch++) {
            String prefix = batch + "-";
            List<NewRow> rows = new ArrayList<>(IntStream.range(0, BATCH)
                    .mapToObj(i -> newRow(i % 2 == 0 ? prefix : putter + "-" + prefix, i))
                    .toList());
            Collections.shuffle(rows);
            put(rows.toArray(NewRow[]::new));
        }
        return "done";
    }

    private NewRow newRow(String prefix, int i) {
        NewRow row = row(ThreadLocalRandom.current().nextInt(LANES), prefix + i);
        NewRow sometimesDelayed = i % 5 == 0 ? delayed(row, 1) : row;
        return i % 2 == 0 ? unique(sometimesDelayed) : sometimesDelayed;
    }

    private Object handle(int firstLane) throws SQLException {
        List<LaneCursor> cursors = IntStream.range(firstLane, firstLane + LANES_OF_ONE)
                .mapToObj(lane -> new LaneCursor(lane, 0, 16))
                .toList();
        List<EventRow> read = store.inTransaction(
                        connection -> events.read(connection, queue.id(), cursors, MANY_BYTES))
                .rows();
        if (!read.isEmpty()) {
            List<LaneEpoch> lost = store.inTransaction(connection -> lanes.raiseAttempted(connection, greatest(read)));
            assertThat(lost).isEmpty();
            handle(read);
        }
        return "done";
    }

    private void handle(List<EventRow> read) throws SQLException {
        List<EventRow> handled = new ArrayList<>();
        store.inTransaction(connection -> {
            handled.clear();
            List<RowKey> ended = new ArrayList<>();
            for (EventRow row : read) {
                if (end(connection, row, handled)) {
                    ended.add(row.row());
                }
            }
            Set<LaneEpoch> owned = greatest(read).keySet();
            assertThat(lanes.fence(connection, ended, owned)).isEqualTo(new Fence(ended.size(), owned.size()));
            return "done";
        });
        handled.forEach(row -> {
            if (!done.add(row.eventId())) {
                twice.incrementAndGet();
            }
        });
    }

    /** Returns whether the row is to be deleted. */
    private boolean end(Connection connection, EventRow row, List<EventRow> handled) throws SQLException {
        int chance = ThreadLocalRandom.current().nextInt(20);
        return switch (chance) {
            case 0 -> !events.postpone(connection, row.row(), row.attempts() + 1, FAILURE, 0);
            case 1 -> delayed.postpone(connection, row.row(), row.attempts() + 1, FAILURE, 1);
            case 2 -> dead.add(connection, row.row(), row.attempts() + 1, FAILURE);
            default -> handled.add(row);
        };
    }

    private Map<LaneEpoch, Long> greatest(List<EventRow> read) {
        Function<EventRow, LaneEpoch> lane =
                row -> new LaneEpoch(queue.id(), row.row().lane(), 0);
        return read.stream().collect(Collectors.toMap(lane, row -> row.row().id(), Math::max));
    }

    private Object maintain() throws SQLException {
        store.inTransaction(connection -> delayed.moveDue(connection, queue.id(), 10));
        store.inTransaction(connection -> dead.requeue(connection, queue.id(), DeadChoice.ALL, 5));
        store.inTransaction(connection -> seen.purge(connection, 60_000, 10));
        store.inTransaction(connection -> events.countTakenOver(connection, queue.id(), 0, 1));
        return counts(1000).waiting();
    }
}

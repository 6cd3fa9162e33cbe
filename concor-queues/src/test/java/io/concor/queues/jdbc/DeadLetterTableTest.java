package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.DeadPage;
import io.concor.queues.row.DeadRow;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneRange;
import io.concor.queues.row.NewLetter;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.QueueRow;
import io.concor.queues.row.RowFailure;
import io.concor.queues.row.RowKey;
import io.concor.queues.row.RowOutline;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeadLetterTableTest extends TableContract {

    private static final RowFailure TIMEOUT =
            new RowFailure("billing", "java.net.SocketTimeoutException", "slow", true);

    @Test
    void keepsTheEventAndItsError() throws SQLException {
        RowKey put = put(row(3, "a", "k", new byte[] {1, 2})).get(0);
        String text = "\0 NUL 🙂 \uD83D half " + "x".repeat(3000);

        die(put, 4, new RowFailure("billing", "java.io.IOException", text, true));

        assertThat(waiting()).isEmpty();
        DeadRow dead = page(0, 10, true).get(0);
        assertThat(dead.row()).isEqualTo(put);
        assertThat(dead.eventId()).isEqualTo("a");
        assertThat(dead.key()).isEqualTo("k");
        assertThat(dead.message().type()).isEqualTo("order");
        assertThat(dead.message().body()).containsExactly(1, 2);
        assertThat(dead.size()).isEqualTo(2);
        assertThat(dead.attempts()).isEqualTo(4);
        assertThat(dead.firstFailed()).isPositive().isEqualTo(dead.lastFailed());
        assertThat(dead.failure().component()).isEqualTo("billing");
        assertThat(dead.failure().errorType()).isEqualTo("java.io.IOException");
        assertThat(dead.failure().errorMessage())
                .hasSize(2000)
                .startsWith("? NUL 🙂 ? half x")
                .endsWith("x…");
        assertThat(dead.failure().holds()).isTrue();
    }

    @Test
    void remembersWhenItFailedFirst() throws SQLException {
        RowKey put = put(row(0, "a")).get(0);
        store.inTransaction(connection -> events.postpone(connection, put, 1, FAILURE, 0));
        store.inTransaction(connection ->
                Sql.update(connection, "update concor_event set first_failed = 5 where queue = ?", queue.id()));

        die(put, 2, FAILURE);

        assertThat(page(0, 10, false).get(0).firstFailed()).isEqualTo(5);
    }

    @Test
    void leavesOutBodiesIfAsked() throws SQLException {
        die(put(row(0, "a")).get(0), 1, FAILURE);

        DeadRow dead = page(0, 10, false).get(0);

        assertThat(dead.message().body()).isEmpty();
        assertThat(dead.size()).isEqualTo(1);
    }

    @Test
    void tellsIfTheEventIsGone() throws SQLException {
        RowKey gone = new RowKey(queue.id(), 0, 1);

        assertThat(store.<Boolean>inTransaction(connection -> dead.add(connection, gone, 1, FAILURE)))
                .isFalse();
        assertThat(page(0, 10, false)).isEmpty();
    }

    @Test
    void takesEventsThatFailedInMemory() throws SQLException {
        NewRow event = row(2, "a");

        NewLetter letter = new NewLetter(event, "entry", 3, 61_000, 1_000, TIMEOUT);

        RowKey added = store.inTransaction(connection -> dead.add(connection, letter));

        assertThat(waiting()).isEmpty();
        DeadRow read = page(0, 10, true).get(0);
        assertThat(read.row()).isEqualTo(added);
        assertThat(read.message().body()).isEqualTo(event.message().body());
        assertThat(read.lastFailed() - read.firstFailed()).isEqualTo(60_000);
        assertThat(read.attempts()).isEqualTo(3);
        assertThat(store.<Boolean>inTransaction(c -> dead.hasLately(c, queue.id(), "a")))
                .isTrue();
        assertThat(store.<Boolean>inTransaction(c -> dead.hasLately(c, queue.id(), "b")))
                .isFalse();
    }

    /** Its message is one of that slot. */
    @Test
    void requeuesWhatFailedInMemoryIntoTheQueueThatItEnters() throws SQLException {
        kill(1, FAILURE);
        NewLetter letter = new NewLetter(row(2, "a"), "entry", 1, 0, 0, TIMEOUT);
        RowKey added = store.inTransaction(connection -> dead.add(connection, letter));

        assertThat(requeue(DeadChoice.ALL, 10)).hasSize(2);

        QueueRow entry =
                store.inTransaction(c -> queues.find(c, queue.flow(), "entry")).orElseThrow();
        assertThat(waitingIds()).doesNotContain("a").hasSize(1);
        List<RowOutline> entered =
                store.inTransaction(c -> events.outlines(c, entry.id(), List.of(new LaneRange(2, 0, added.id(), 10))));
        assertThat(entered).extracting(RowOutline::id).containsExactly(added.id());
        assertThat(page(0, 10, false)).isEmpty();
    }

    @Test
    void isReadPageByPage() throws SQLException {
        List<RowKey> put = kill(7, FAILURE);

        assertThat(page(0, 3, false)).extracting(DeadRow::row).containsExactlyElementsOf(put.subList(0, 3));
        assertThat(page(put.get(2).id(), 3, false))
                .extracting(DeadRow::row)
                .containsExactlyElementsOf(put.subList(3, 6));
        assertThat(page(put.get(5).id(), 3, false)).hasSize(1);
        assertThat(counts(5).dead()).isEqualTo(5);
        assertThat(counts(50).dead()).isEqualTo(7);
    }

    /** Few large messages must not take all memory. */
    @Test
    void aPageHasNotManyBytesOfMessages() throws SQLException {
        List<RowKey> put = put(
                row(0, "a", null, new byte[1000]),
                row(1, "b", null, new byte[1000]),
                row(2, "c", null, new byte[3000]),
                row(3, "d", null, new byte[10]));
        for (RowKey each : put) {
            die(each, 1, FAILURE);
        }

        assertPage(part(new DeadPage.Part(0, 10, true, 2000)), false, "a", "b");
        assertPage(part(new DeadPage.Part(put.get(1).id(), 10, true, 2000)), false, "c");
        assertPage(part(new DeadPage.Part(put.get(2).id(), 10, true, 2000)), true, "d");
        assertPage(part(new DeadPage.Part(0, 10, false, Long.MAX_VALUE)), true, "a", "b", "c", "d");
    }

    private static void assertPage(DeadPage page, boolean finished, String... ids) {
        assertThat(page.rows()).extracting(DeadRow::eventId).containsExactly(ids);
        assertThat(page.finished()).isEqualTo(finished);
    }

    @Test
    void requeuesToWhereItLayWithNoAttemptCounted() throws SQLException {
        List<RowKey> put = put(row(0, "a"), row(0, "b"), row(0, "c"));
        die(put.get(1), 5, FAILURE);

        assertThat(requeue(DeadChoice.ALL, 10)).containsExactly(put.get(1));

        List<EventRow> waiting = waiting();
        assertThat(waiting).extracting(EventRow::eventId).containsExactly("a", "b", "c");
        assertThat(waiting.get(1).attempts()).isZero();
        assertThat(waiting.get(1).failures()).isZero();
        assertThat(page(0, 10, false)).isEmpty();
        assertThat(requeue(DeadChoice.ALL, 10)).isEmpty();
    }

    @Test
    void requeuesTheChosen() throws SQLException {
        List<RowKey> put = put(row(0, "a"), row(0, "100%_x"), row(0, "c"), row(0, "d"));
        die(put.get(0), 1, FAILURE);
        die(put.get(1), 1, TIMEOUT);
        die(put.get(2), 1, new RowFailure("x", "java.net.SocketXTimeoutException", "", false));
        die(put.get(3), 1, TIMEOUT);

        assertThat(requeue(new DeadChoice(null, "TimeoutException", null), 10)).isEmpty();
        assertThat(requeue(new DeadChoice(null, "Socket_TimeoutException", null), 10))
                .isEmpty();
        assertThat(requeue(new DeadChoice(put.get(1).id(), "SocketTimeoutException", null), 10))
                .containsExactly(put.get(1));
        assertThat(requeue(new DeadChoice(put.get(0).id(), null, null), 10)).containsExactly(put.get(0));
        assertThat(requeue(new DeadChoice(null, TIMEOUT.errorType(), null), 10)).containsExactly(put.get(3));
        assertThat(requeue(new DeadChoice(null, null, 3_600_000L), 10)).isEmpty();
        assertThat(requeue(new DeadChoice(null, null, 0L), 10)).containsExactly(put.get(2));
    }

    @Test
    void findsThoseOfAnEvent() throws SQLException {
        List<RowKey> put = put(row(0, "a"), row(0, "b"), row(1, "a"));
        String digits = String.valueOf(put.get(1).id());
        put(row(0, digits));
        for (RowKey each : put) {
            die(each, 1, FAILURE);
        }

        assertThat(numbers("a", 10)).containsExactly(put.get(0).id(), put.get(2).id());
        assertThat(numbers("a", 1)).containsExactly(put.get(0).id());
        assertThat(numbers(digits, 10)).isEmpty();
    }

    private List<Long> numbers(String eventId, int limit) throws SQLException {
        return store.inTransaction(connection -> dead.numbers(connection, queue.id(), eventId, limit));
    }

    @Test
    void requeuesEachOnceIfSeveralDo() throws SQLException {
        List<RowKey> put = kill(60, FAILURE);
        List<RowKey> requeued = Collections.synchronizedList(new ArrayList<>());

        Race.of(4, store.dialect(), () -> requeued.addAll(requeue(DeadChoice.ALL, 9)), () -> page(0, 1, false)
                .isEmpty());

        assertThat(requeued).containsExactlyInAnyOrderElementsOf(put);
        assertThat(waiting()).extracting(EventRow::row).containsExactlyElementsOf(put);
    }

    @Test
    void deletesTheChosen() throws SQLException {
        List<RowKey> put = kill(5, TIMEOUT);

        assertThat(delete(new DeadChoice(put.get(1).id(), null, null), 10)).containsExactly(put.get(1));
        assertThat(delete(DeadChoice.ALL, 3)).hasSize(3);
        assertThat(delete(DeadChoice.ALL, 3)).hasSize(1);
        assertThat(delete(DeadChoice.ALL, 3)).isEmpty();
        assertThat(waiting()).isEmpty();
    }

    @Test
    void findsWhichKeysAreHeld() throws SQLException {
        List<RowKey> put = put(row(1, "a", "k1", new byte[0]), row(2, "b", "k2", new byte[0]), row(3, "c"));
        die(put.get(0), 1, TIMEOUT);
        die(put.get(1), 1, FAILURE);
        die(put.get(2), 1, TIMEOUT);

        List<RowOutline> holding = holding(0);

        assertThat(holding).extracting(RowOutline::key).containsExactly("k1", null);
        assertThat(holding)
                .extracting(RowOutline::id)
                .containsExactly(put.get(0).id(), put.get(2).id());
        assertThat(holding(put.get(0).id())).hasSize(1);
    }

    private List<RowOutline> holding(long after) throws SQLException {
        return store.inTransaction(connection -> dead.holding(connection, queue.id(), after, 10));
    }

    private List<RowKey> kill(int count, RowFailure failure) throws SQLException {
        List<RowKey> put =
                put(IntStream.range(0, count).mapToObj(i -> row(i % 3, "e" + i)).toArray(NewRow[]::new));
        for (RowKey row : put) {
            die(row, 1, failure);
        }
        return put;
    }

    private void die(RowKey row, int attempts, RowFailure failure) throws SQLException {
        int deleted = store.inTransaction(connection -> {
            assertThat(dead.add(connection, row, attempts, failure)).isTrue();
            return events.delete(connection, List.of(row));
        });
        assertThat(deleted).isEqualTo(1);
    }

    private List<DeadRow> page(long after, int limit, boolean bodies) throws SQLException {
        return part(new DeadPage.Part(after, limit, bodies, MANY_BYTES)).rows();
    }

    private DeadPage part(DeadPage.Part part) throws SQLException {
        return store.inTransaction(connection -> dead.page(connection, queue.id(), part));
    }

    private List<RowKey> requeue(DeadChoice choice, int limit) throws SQLException {
        return store.inTransaction(connection -> dead.requeue(connection, queue.id(), choice, limit));
    }

    private List<RowKey> delete(DeadChoice choice, int limit) throws SQLException {
        return store.inTransaction(connection -> dead.delete(connection, queue.id(), choice, limit));
    }
}

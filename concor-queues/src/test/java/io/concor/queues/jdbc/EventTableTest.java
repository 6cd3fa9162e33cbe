package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.row.EventPage;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneCursor;
import io.concor.queues.row.LaneRange;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.QueueRow;
import io.concor.queues.row.RowKey;
import io.concor.queues.row.RowOutline;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EventTableTest extends TableContract {

    private static final int ONE_MB = 1 << 20;

    @Test
    void readsWhatWasPut() throws SQLException {
        byte[] body = new byte[256];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) i;
        }
        Map<String, String> headers = Map.of("traceparent", "00-4bf92f-00f0-01", "tenant", "日本 🙂\0'\"\\", "", "");
        NewRow put = new NewRow(
                queue.id(), 3, "id 🙂 '\"\\%", false, "key ü 🙂 ", new EncodedMessage("order", 7, body), headers, 0);
        long before = now();

        RowKey key = put(put).get(0);

        EventRow read = waiting().get(0);
        assertThat(read.row()).isEqualTo(key).isEqualTo(new RowKey(queue.id(), 3, key.id()));
        assertThat(read.eventId()).isEqualTo(put.eventId());
        assertThat(read.key()).isEqualTo(put.key());
        assertThat(read.message().type()).isEqualTo("order");
        assertThat(read.message().version()).isEqualTo(7);
        assertThat(read.message().body()).isEqualTo(body);
        assertThat(read.headers()).isEqualTo(headers);
        assertThat(read.putAt()).isBetween(before, now());
        assertThat(read.dueAt()).isZero();
        assertThat(read.attempts()).isZero();
        assertThat(read.failures()).isZero();
    }

    private long now() throws SQLException {
        return store.inTransaction(
                connection -> Sql.number(connection, store.dialect().selectNow()));
    }

    @Test
    void keepsEmptyAndLongTexts() throws SQLException {
        String longId = "🙂".repeat(127) + "i";
        String longKey = "🙂".repeat(500);

        put(row(0, longId, longKey, new byte[0]), row(0, " ", "", new byte[0]), row(0, "none", null, new byte[0]));

        assertThat(waiting()).extracting(EventRow::eventId).containsExactly(longId, " ", "none");
        assertThat(waiting()).extracting(EventRow::key).containsExactly(longKey, "", null);
        assertThat(waiting()).allSatisfy(row -> assertThat(row.message().body()).isEmpty());
    }

    @Test
    void returnsAscendingIdsInTheOrderOfTheRows() throws SQLException {
        NewRow[] rows =
                IntStream.range(0, 1500).mapToObj(i -> row(i % LANES, "e" + i)).toArray(NewRow[]::new);

        List<RowKey> keys = put(rows);

        assertThat(keys).extracting(RowKey::id).isSorted().doesNotHaveDuplicates();
        List<EventRow> all = waiting();
        assertThat(all).extracting(EventRow::row).containsExactlyElementsOf(keys.subList(0, all.size()));
        assertThat(all)
                .extracting(EventRow::eventId)
                .containsExactlyElementsOf(
                        IntStream.range(0, all.size()).mapToObj(i -> "e" + i).toList());
    }

    @Test
    void putsRowsOfSeveralQueuesAtOnce() throws SQLException {
        QueueRow other = freshQueue();
        NewRow inOther = new NewRow(other.id(), 1, "b", false, null, row(0, "b").message(), Map.of(), 0);

        put(row(1, "a"), inOther, row(1, "c"));

        assertThat(waitingIds()).containsExactly("a", "c");
        queue = other;
        assertThat(waitingIds()).containsExactly("b");
    }

    @Test
    void givesIdsInTheOrderOfPuts() throws SQLException {
        List<RowKey> first = put(row(0, "a"));
        List<RowKey> second = put(row(5, "b"), row(0, "c"));
        List<RowKey> third = put(row(0, "d"));

        assertThat(Stream.of(first, second, third).flatMap(List::stream).map(RowKey::id))
                .isSorted();
    }

    @Test
    void forgetsWhatWasRolledBack() throws SQLException {
        try (var connection = store.dataSource().getConnection()) {
            store.dialect().prepare(connection);
            events.put(connection, List.of(unique(row(0, "a"))));
            connection.rollback();
        }

        assertThat(waiting()).isEmpty();
        assertThat(put(unique(row(0, "a")))).hasSize(1);
    }

    @Test
    void readsBehindTheCursorsUpToTheirLimits() throws SQLException {
        List<RowKey> put = put(row(0, "a0"), row(1, "b0"), row(0, "a1"), row(2, "c0"), row(1, "b1"), row(1, "b2"));
        List<LaneCursor> cursors =
                List.of(new LaneCursor(0, put.get(0).id(), 5), new LaneCursor(1, 0, 2), new LaneCursor(3, 0, 5));

        EventPage page = store.inTransaction(connection -> events.read(connection, queue.id(), cursors, MANY_BYTES));

        assertThat(page.rows()).extracting(EventRow::eventId).containsExactly("b0", "a1", "b1");
        assertThat(page.unfinished()).containsExactly(1);
    }

    @Test
    void readsNoMoreBytesThanAllowedButAtLeastOneRow() throws SQLException {
        put(IntStream.range(0, 4)
                .mapToObj(i -> row(i % 2, "e" + i, null, random(ONE_MB)))
                .toArray(NewRow[]::new));

        EventPage one = read(1000, 1, 0, 1);
        EventPage three = read(1000, 2 * ONE_MB + 1, 0, 1);

        assertThat(one.rows()).extracting(EventRow::eventId).containsExactly("e0");
        assertThat(one.unfinished()).containsExactlyInAnyOrder(0, 1);
        assertThat(three.rows()).extracting(EventRow::eventId).containsExactly("e0", "e1", "e2");
        assertThat(read(1000, MANY_BYTES, 0, 1).unfinished()).isEmpty();
    }

    @Test
    void putsMoreBytesThanOneStatementTakes() throws SQLException {
        NewRow[] rows = IntStream.range(0, 10)
                .mapToObj(i -> row(i % 3, "e" + i, null, random(ONE_MB)))
                .toArray(NewRow[]::new);

        put(rows);

        List<EventRow> read = waiting();
        assertThat(read).hasSize(rows.length);
        assertThat(Arrays.equals(read.get(9).message().body(), rows[9].message().body()))
                .isTrue();
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        ThreadLocalRandom.current().nextBytes(bytes);
        return bytes;
    }

    @Test
    void readsTheRowsOfOneKey() throws SQLException {
        List<RowKey> put = put(
                row(0, "a", "k", new byte[1]),
                row(0, "b", "K", new byte[1]),
                row(0, "c", "k ", new byte[1]),
                row(0, "d", "k", new byte[1]),
                row(0, "e", null, new byte[1]),
                row(0, "f", "k", new byte[1]),
                row(1, "g", "k", new byte[1]));

        assertThat(key("k", put.get(0).id(), 10).rows())
                .extracting(EventRow::eventId)
                .containsExactly("a", "d", "f");
        assertThat(key("k", put.get(1).id(), 1).rows())
                .extracting(EventRow::eventId)
                .containsExactly("d");
        assertThat(key("k", put.get(1).id(), 1).unfinished()).containsExactly(0);
        assertThat(key("k", put.get(5).id(), 10).unfinished()).isEmpty();
        assertThat(key(null, 1, 10).rows()).extracting(EventRow::eventId).containsExactly("e");
    }

    private EventPage key(String key, long from, int limit) throws SQLException {
        return store.inTransaction(
                connection -> events.readKey(connection, queue.id(), key, new LaneCursor(0, from, limit), MANY_BYTES));
    }

    @Test
    void readsOutlinesWithoutMessages() throws SQLException {
        List<RowKey> put = put(row(0, "a", "k", new byte[9]), row(0, "b"), row(1, "c"), row(0, "d"));
        long last = put.get(2).id();

        assertThat(outlines(new LaneRange(0, 0, last, 9), new LaneRange(1, 0, last, 9)))
                .containsExactlyInAnyOrder(
                        new RowOutline(0, put.get(0).id(), "k"),
                        new RowOutline(0, put.get(1).id(), null),
                        new RowOutline(1, last, null));
        assertThat(outlines(new LaneRange(0, 0, last, 1)))
                .as("the last one")
                .containsExactly(new RowOutline(0, put.get(1).id(), null));
    }

    private List<RowOutline> outlines(LaneRange... ranges) throws SQLException {
        return store.inTransaction(connection -> events.outlines(connection, queue.id(), List.of(ranges)));
    }

    @Test
    void deletesRowsOfSeveralLanesAndQueuesAndCountsThem() throws SQLException {
        QueueRow other = freshQueue();
        NewRow inOther = new NewRow(other.id(), 1, "d", false, null, row(0, "d").message(), Map.of(), 0);
        List<RowKey> put = put(row(0, "a"), row(1, "b"), row(0, "c"), inOther, row(0, "e"));

        assertThat(delete(put.subList(0, 4))).isEqualTo(4);

        assertThat(waitingIds()).containsExactly("e");
        assertThat(delete(put)).isEqualTo(1);
        assertThat(delete(List.of())).isZero();
    }

    @Test
    void deletesNoRowOfAnotherLane() throws SQLException {
        RowKey put = put(row(0, "a")).get(0);

        assertThat(delete(List.of(new RowKey(put.queue(), 1, put.id()), new RowKey(put.queue() + 1, 0, put.id()))))
                .isZero();
        assertThat(waitingIds()).containsExactly("a");
    }

    private int delete(List<RowKey> rows) throws SQLException {
        return store.inTransaction(connection -> events.delete(connection, rows));
    }

    @Test
    void countsAttemptsOfATakeOverOnce() throws SQLException {
        List<RowKey> put = put(row(0, "a"), row(0, "b"), row(0, "c"), row(1, "d"));
        long upTo = put.get(1).id();

        int counted = store.inTransaction(connection -> events.countTakenOver(connection, queue.id(), 0, upTo));
        int again = store.inTransaction(connection -> events.countTakenOver(connection, queue.id(), 0, upTo));

        assertThat(counted).isEqualTo(2);
        assertThat(again).isZero();
        assertThat(waiting()).extracting(EventRow::attempts).containsExactly(1, 1, 0, 0);
    }

    @Test
    void countsAnAttemptBeforeItRuns() throws SQLException {
        RowKey put = put(row(0, "a")).get(0);

        assertThat(store.<Boolean>inTransaction(connection -> events.beginAttempt(connection, put)))
                .isTrue();

        assertThat(waiting().get(0).attempts()).isEqualTo(1);
        delete(List.of(put));
        assertThat(store.<Boolean>inTransaction(connection -> events.beginAttempt(connection, put)))
                .isFalse();
    }

    @Test
    void postponesInPlace() throws SQLException {
        List<RowKey> put = put(row(0, "a"), row(0, "b"));
        long before = now();

        boolean postponed =
                store.inTransaction(connection -> events.postpone(connection, put.get(0), 1, FAILURE, 60_000));

        assertThat(postponed).isTrue();
        EventRow first = waiting().get(0);
        assertThat(first.row()).isEqualTo(put.get(0));
        assertThat(first.dueAt()).isBetween(before + 60_000, now() + 60_000);
        assertThat(first.attempts()).isEqualTo(1);
        assertThat(first.failures()).isEqualTo(1);
        delete(put);
        assertThat(store.<Boolean>inTransaction(connection -> events.postpone(connection, put.get(0), 1, FAILURE, 0)))
                .isFalse();
    }

    @Test
    void knowsDepthAndAge() throws SQLException {
        assertThat(store.<OptionalLong>inTransaction(connection -> events.oldest(connection, queue.id())))
                .isEmpty();
        put(row(0, "a"), row(3, "b"), row(3, "c"));

        assertThat(counts(2).waiting()).isEqualTo(2);
        assertThat(counts(10).waiting()).isEqualTo(3);
        long earliest = waiting().stream().mapToLong(EventRow::putAt).min().orElseThrow();
        assertThat(store.<OptionalLong>inTransaction(connection -> events.oldest(connection, queue.id())))
                .hasValue(earliest);
    }

    @Test
    void purgesAllButWhatIsInWork() throws SQLException {
        List<RowKey> put =
                put(IntStream.range(0, 7).mapToObj(i -> row(0, "e" + i)).toArray(NewRow[]::new));
        Set<Long> inWork = Set.of(put.get(1).id(), put.get(4).id());
        long above = put.get(0).id();

        EventTable.Purged first = purge(above, inWork, 4);
        EventTable.Purged second = purge(first.last(), inWork, 4);

        assertThat(first).isEqualTo(new EventTable.Purged(2, put.get(4).id(), false));
        assertThat(second).isEqualTo(new EventTable.Purged(2, put.get(6).id(), true));
        assertThat(waitingIds()).containsExactly("e0", "e1", "e4");
    }

    private EventTable.Purged purge(long above, Set<Long> inWork, int limit) throws SQLException {
        return store.inTransaction(
                connection -> events.purge(connection, queue.id(), 0, above, inWork::contains, limit));
    }

    @Test
    void deletesHundredsOfRows() throws SQLException {
        List<RowKey> put = put(
                IntStream.range(0, 700).mapToObj(i -> row(i % LANES, "e" + i)).toArray(NewRow[]::new));
        long last = put.get(put.size() - 1).id();

        assertThat(delete(put.subList(0, 699))).isEqualTo(699);

        assertThat(waiting())
                .extracting(row -> row.row().id())
                .containsExactlyElementsOf(LongStream.of(last).boxed().toList());
    }
}

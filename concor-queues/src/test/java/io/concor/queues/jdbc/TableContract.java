package io.concor.queues.jdbc;

import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.measure.QueueCounts;
import io.concor.queues.row.EventPage;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneCursor;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.QueueRow;
import io.concor.queues.row.RowFailure;
import io.concor.queues.row.RowKey;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** The tables in each database, and a fresh queue for each test. */
abstract class TableContract {

    static final int LANES = 16;
    static final long MANY_BYTES = 1L << 30;
    static final RowFailure FAILURE = new RowFailure("billing", "java.lang.IllegalStateException", "no", false);

    private static final AtomicInteger QUEUES = new AtomicInteger();

    @Parameter
    StoreDatabase database;

    OpenStore store;
    EventTable events;
    DelayedTable delayed;
    DeadLetterTable dead;
    LaneTable lanes;
    QueueTable queues;
    SeenTable seen;
    QueueRow queue;

    @BeforeParameterizedClassInvocation
    void start(StoreDatabase database) throws Exception {
        store = database.installed();
        events = new EventTable(store.dialect());
        delayed = new DelayedTable(store.dialect());
        dead = new DeadLetterTable(store.dialect());
        lanes = new LaneTable(store.dialect());
        queues = new QueueTable(store.dialect());
        seen = new SeenTable(store.dialect());
    }

    @BeforeEach
    void openQueue() throws SQLException {
        queue = freshQueue();
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        store.close();
    }

    QueueRow freshQueue() throws SQLException {
        String flow = "flow" + QUEUES.incrementAndGet();
        return store.inTransaction(connection -> queues.open(connection, flow, "slot", LANES));
    }

    /** Returns a row with some text as its id and message. */
    NewRow row(int lane, String text) {
        return row(lane, text, null, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    NewRow row(int lane, String id, @Nullable String key, byte[] body) {
        return new NewRow(queue.id(), lane, id, false, key, new EncodedMessage("order", 2, body), Map.of(), 0);
    }

    static NewRow unique(NewRow row) {
        return new NewRow(
                row.queue(),
                row.lane(),
                row.eventId(),
                true,
                row.key(),
                row.message(),
                row.headers(),
                row.delayMillis());
    }

    static NewRow delayed(NewRow row, long millis) {
        return new NewRow(
                row.queue(), row.lane(), row.eventId(), row.unique(), row.key(), row.message(), row.headers(), millis);
    }

    List<RowKey> put(NewRow... rows) throws SQLException {
        long[] ids = store.inTransaction(connection -> events.put(connection, List.of(rows)));
        return IntStream.range(0, rows.length)
                .filter(i -> ids[i] != EventTable.DROPPED)
                .mapToObj(i -> new RowKey(rows[i].queue(), rows[i].lane(), ids[i]))
                .toList();
    }

    /** Returns what waits in all lanes, by id. */
    List<EventRow> waiting() throws SQLException {
        return read(1000, MANY_BYTES, IntStream.range(0, LANES).toArray()).rows();
    }

    QueueCounts counts(long most) throws SQLException {
        return store.inTransaction(c -> new CensusStatements(store.dialect()).counts(c, queue.id(), most));
    }

    List<String> waitingIds() throws SQLException {
        return waiting().stream().map(EventRow::eventId).toList();
    }

    EventPage read(int limit, long mostBytes, int... lanesToRead) throws SQLException {
        List<LaneCursor> cursors = Arrays.stream(lanesToRead)
                .mapToObj(lane -> new LaneCursor(lane, 0, limit))
                .toList();
        return store.inTransaction(connection -> events.read(connection, queue.id(), cursors, mostBytes));
    }
}

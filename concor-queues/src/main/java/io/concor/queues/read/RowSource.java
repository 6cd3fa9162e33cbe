package io.concor.queues.read;

import io.concor.queues.event.LocalQueue;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.row.EventPage;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneCursor;
import io.concor.queues.row.RowKey;
import io.concor.text.Sentence;
import java.sql.SQLException;
import java.util.List;

/** Reads rows of a queue, a page at a time. For the reader's thread. */
final class RowSource {

    private static final long PAGE_BYTES = 4L << 20;

    private final LocalQueue queue;
    private final ReaderParts parts;
    private final OwnedLanes lanes;

    RowSource(LocalQueue queue, ReaderParts parts, OwnedLanes lanes) {
        this.queue = queue;
        this.parts = parts;
        this.lanes = lanes;
    }

    /** Reads behind the cursors of lanes that may have unread rows. */
    List<EventRow> unread(HeldConnection connection, boolean inOrder) throws SQLException {
        List<LaneCursor> cursors = lanes.unread();
        EventPage page = read(connection, cursors);
        lanes.read(cursors, page);
        return inOrder ? lanes.inOrder(cursors, page) : page.rows();
    }

    /** Reads one row, if it is there. */
    List<EventRow> single(HeldConnection connection, RowKey row) throws SQLException {
        LaneState lane = lanes.find(row.lane());
        return lane == null || lane.isLeaving()
                ? List.of()
                : read(connection, List.of(new LaneCursor(row.lane(), row.id() - 1, 1))).rows().stream()
                        .filter(found -> found.row().id() == row.id())
                        .toList();
    }

    /** Reads the rows of a key from the first one on that was left. */
    EventPage ofKey(HeldConnection connection, String key, KeyState state) throws SQLException {
        LaneCursor from = OwnedLanes.page(state.lane(), state.firstSkipped());
        return connection.query(c -> parts.tables().events().readKey(c, queue.number(), key, from, PAGE_BYTES));
    }

    private EventPage read(HeldConnection connection, List<LaneCursor> cursors) throws SQLException {
        return connection.query(c -> parts.tables().events().read(c, queue.number(), cursors, PAGE_BYTES));
    }

    /** A version that this process does not know is left, without an attempt, to a newer one. */
    boolean isReadable(EventRow row) {
        String type = row.message().type();
        int version = row.message().version();
        boolean readable = queue.isOutbox() || parts.format().knows(type, version);
        if (!readable) {
            parts.health()
                    .notice(Sentence.of(
                            "events of type %s, version %d, in the queue %s are left to processes that know it",
                            type, version, queue.definition().name()));
        }
        return readable;
    }
}

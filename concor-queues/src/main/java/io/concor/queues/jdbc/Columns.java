package io.concor.queues.jdbc;

import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.HeaderFormat;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.RowKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The columns that the tables of waiting, delayed and dead events share. */
final class Columns {

    /** What is read of a waiting event. */
    static final String EVENT =
            "queue, lane, id, event_id, key_text, type, version, body, headers, put_at, due_at, attempts, failures";
    /** What stays the same while an event is moved between tables. */
    static final String CONTENT = "event_id, key_text, type, version, size, body, headers, put_at";
    /** What its attempts left. */
    static final String STATE = "attempts, failures, first_failed, last_failed, component, error_type, error_message";

    private Columns() {}

    static String of(String table, String columns) {
        return Arrays.stream(columns.split(", "))
                .map(column -> table + "." + column)
                .collect(Collectors.joining(", "));
    }

    /** Reads {@link #EVENT}. */
    static EventRow event(ResultSet row) throws SQLException {
        return new EventRow(
                new RowKey(row.getInt(1), row.getInt(2), row.getLong(3)),
                row.getString(4),
                row.getString(5),
                new EncodedMessage(row.getString(6), row.getInt(7), row.getBytes(8)),
                HeaderFormat.read(row.getBytes(9)),
                row.getLong(10),
                row.getLong(11),
                row.getInt(12),
                row.getInt(13));
    }
}

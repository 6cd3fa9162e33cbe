package io.concor.kafka.outbox;

import io.concor.text.Sentence;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The rows of an outbox that were put into Kafka and may still be in the database: those of the last transaction, as a rule. Each
 * with a hash of its event's id, since a database that was set back to a former state gives numbers again. For one thread.
 */
final class RelayedRows {

    private static final int VERSION = 1;
    /** Far more than a transaction has; beyond it, what was read is damaged. */
    private static final int MOST = 1_000_000;

    private final NavigableMap<Long, Integer> rows = new TreeMap<>();

    boolean contains(OutboxEvent event) {
        Integer hash = rows.get(event.row());
        return hash != null && hash == hash(event);
    }

    void add(Collection<OutboxEvent> events) {
        events.forEach(event -> rows.put(event.row(), hash(event)));
    }

    /** Rows are gone from the database. */
    void remove(Collection<OutboxEvent> events) {
        events.forEach(event -> rows.remove(event.row()));
    }

    /** Rows below a number are not in the database, or they had been handed out before that one. */
    void removeBelow(long row) {
        rows.headMap(row, false).clear();
    }

    private static int hash(OutboxEvent event) {
        return event.event().id().hashCode();
    }

    /** Returns them as bytes. */
    byte[] write() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(16 + 12 * rows.size());
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeInt(rows.size());
            for (Map.Entry<Long, Integer> row : rows.entrySet()) {
                out.writeLong(row.getKey());
                out.writeInt(row.getValue());
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @throws IllegalStateException if a later version has written it, or it is damaged
     */
    static RelayedRows read(byte[] bytes) {
        RelayedRows read = new RelayedRows();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new IllegalStateException(Sentence.of(
                        "What was put last from the outbox has version %d, which is unknown: a later version of Concor"
                                + " has written it. Update this process",
                        version));
            }
            int count = in.readInt();
            if (count < 0 || count > MOST) {
                throw new IOException(count + " rows");
            }
            for (int i = 0; i < count; i++) {
                read.rows.put(in.readLong(), in.readInt());
            }
        } catch (IOException cut) {
            throw new IllegalStateException("What was put last from the outbox is cut or damaged", cut);
        }
        return read;
    }
}

package io.concor.queues.ledger;

import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The statements of {@code concor_partition} and {@code concor_progress}. Thread-safe. */
final class LedgerTable {

    private static final String PARTITIONS = "concor_partition";
    private static final String ROWS = "concor_progress";
    /** Far below the most parameters of any database. */
    private static final int MOST_ROWS = 256;

    private final Dialect dialect;

    LedgerTable(Dialect dialect) {
        this.dialect = dialect;
    }

    /**
     * A partition under an epoch.
     *
     * @param queue the name of the remote queue
     */
    record Share(String queue, int partition, long epoch) {

        static Share of(LedgerEntry entry) {
            return new Share(entry.queue(), entry.partition(), entry.epoch());
        }
    }

    private record Present(String topicId, long epoch) {}

    /**
     * Raises the epoch of a partition, which waits for the transactions that share its row, and deletes what was written about
     * another topic. Returns nothing if another process was faster.
     */
    OptionalLong raise(Connection connection, String queue, int partition, String topicId) throws SQLException {
        Present present = present(connection, queue, partition, topicId);
        int raised = dialect.updateSoon(
                connection,
                "update " + dialect.byKey(PARTITIONS)
                        + " set epoch = epoch + 1, topic_id = ? where queue = ? and part = ? and epoch = ?",
                topicId,
                queue,
                partition,
                present.epoch());
        if (raised == 0) {
            return OptionalLong.empty();
        }
        if (!present.topicId().equals(topicId)) {
            Sql.update(connection, dialect.deleteByKey(ROWS) + " where queue = ? and part = ?", queue, partition);
        }
        return OptionalLong.of(present.epoch() + 1);
    }

    private Present present(Connection connection, String queue, int partition, String topicId) throws SQLException {
        Optional<Present> found = find(connection, queue, partition);
        if (found.isPresent()) {
            return found.get();
        }
        dialect.insertIfAbsent(connection, PARTITIONS, "queue, part, topic_id, epoch", queue, partition, topicId, 0L);
        return find(connection, queue, partition)
                .orElseThrow(() -> new SQLException("Another process adds the partition at the same time", "40001"));
    }

    private static Optional<Present> find(Connection connection, String queue, int partition) throws SQLException {
        return Sql.<Present>list(
                        connection,
                        "select topic_id, epoch from concor_partition where queue = ? and part = ?",
                        row -> new Present(row.getString(1), row.getLong(2)),
                        queue,
                        partition)
                .stream()
                .findFirst();
    }

    /** Reads what transactions have left about a partition. */
    List<LedgerRow> rows(Connection connection, String queue, int partition) throws SQLException {
        return Sql.list(
                connection,
                "select epoch, id, done from concor_progress where queue = ? and part = ? order by epoch, id",
                row -> new LedgerRow(row.getLong(1), row.getLong(2), row.getBytes(3)),
                queue,
                partition);
    }

    /**
     * Adds rows, then keeps the epochs of their partitions until the end of the transaction: others may share them, and who
     * raises one waits.
     *
     * @param entries sorted by queue and partition, at least one
     * @return the partitions that have another epoch by now: the transaction has to be rolled back
     */
    List<Share> add(Connection connection, List<LedgerEntry> entries) throws SQLException {
        List<Share> shares = entries.stream().map(Share::of).distinct().toList();
        int rest = (entries.size() - 1) / MOST_ROWS * MOST_ROWS;
        for (int from = 0; from < rest; from += MOST_ROWS) {
            insert(connection, entries.subList(from, from + MOST_ROWS));
        }
        List<Share> held = insertAndShare(connection, entries.subList(rest, entries.size()), shares);
        return shares.stream().filter(share -> !held.contains(share)).toList();
    }

    private static void insert(Connection connection, List<LedgerEntry> entries) throws SQLException {
        Sql.update(connection, insert(entries.size()), values(entries).toArray());
    }

    private List<Share> insertAndShare(Connection connection, List<LedgerEntry> entries, List<Share> shares)
            throws SQLException {
        if (dialect.writesInQueries()) { // one round trip
            String sql = "with added as (" + insert(entries.size()) + ") " + share(shares.size());
            return shared(connection, sql, Stream.concat(values(entries), epochs(shares)));
        }
        insert(connection, entries);
        return shared(connection, share(shares.size()), epochs(shares));
    }

    private List<Share> shared(Connection connection, String sql, Stream<Object> parameters) throws SQLException {
        return Sql.list(
                connection,
                dialect.lastBeforeCommit(sql),
                row -> new Share(row.getString(1), row.getInt(2), row.getLong(3)),
                parameters.toArray());
    }

    private static String insert(int rows) {
        return "insert into concor_progress (queue, part, epoch, id, done) values "
                + String.join(", ", Collections.nCopies(rows, "(" + Sql.marks(5) + ")"));
    }

    private static Stream<Object> values(List<LedgerEntry> entries) {
        return entries.stream()
                .flatMap(entry -> Stream.of(entry.queue(), entry.partition(), entry.epoch(), entry.id(), entry.done()));
    }

    private String share(int partitions) {
        return "select queue, part, epoch from " + dialect.byKey(PARTITIONS) + " where "
                + String.join(" or ", Collections.nCopies(partitions, "(queue = ? and part = ? and epoch = ?)"))
                + " order by queue, part" + dialect.forShare();
    }

    private static Stream<Object> epochs(List<Share> shares) {
        return shares.stream().flatMap(share -> Stream.of(share.queue(), share.partition(), share.epoch()));
    }

    /**
     * Returns whether a row is there, when no transaction of its epoch is open any more.
     *
     * @throws SQLException if its partition has another epoch by now, as a later owner may have deleted it
     */
    boolean isThere(Connection connection, LedgerEntry entry) throws SQLException {
        int present = dialect.updateSoon(
                connection,
                "update " + dialect.byKey(PARTITIONS) + " set epoch = epoch where queue = ? and part = ? and epoch = ?",
                entry.queue(),
                entry.partition(),
                entry.epoch());
        if (present == 0) {
            throw new SQLException("Another process owns the partition by now");
        }
        return !Sql.list(
                        connection,
                        "select id from concor_progress where queue = ? and part = ? and epoch = ? and id = ?",
                        row -> row.getLong(1),
                        entry.queue(),
                        entry.partition(),
                        entry.epoch(),
                        entry.id())
                .isEmpty();
    }

    /** Returns rows in parts, each for one {@link #delete}. */
    static List<List<LedgerId>> parts(Collection<LedgerId> rows) {
        List<LedgerId> all = new ArrayList<>(rows);
        List<List<LedgerId>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += MOST_ROWS) {
            parts.add(all.subList(from, Math.min(all.size(), from + MOST_ROWS)));
        }
        return parts;
    }

    /** Deletes rows of a partition. */
    void delete(Connection connection, String queue, int partition, List<LedgerId> rows) throws SQLException {
        var byEpoch = rows.stream()
                .collect(Collectors.groupingBy(LedgerId::epoch, Collectors.mapping(LedgerId::id, Collectors.toList())));
        for (var each : byEpoch.entrySet()) {
            List<Long> ids = Sql.padded(each.getValue());
            Stream<Object> parameters = Stream.concat(Stream.of(queue, partition, each.getKey()), ids.stream());
            Sql.update(
                    connection,
                    dialect.deleteByKey(ROWS) + " where queue = ? and part = ? and epoch = ? and id in ("
                            + Sql.marks(ids.size()) + ")",
                    parameters.toArray());
        }
    }
}

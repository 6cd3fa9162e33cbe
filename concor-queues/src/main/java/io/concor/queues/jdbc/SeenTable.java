package io.concor.queues.jdbc;

import io.concor.queues.row.NewRow;
import io.concor.queues.row.SeenId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The ids of unique events that queues remember, so that a second one is dropped: {@code concor_seen}. Filled by {@link
 * EventTable#put}. Thread-safe; see the package for connections and transactions.
 */
public final class SeenTable {

    private final Dialect dialect;

    /** Creates the statements for a database. */
    public SeenTable(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Returns the places of the rows that are not dropped, and remembers the ids of those that are unique. */
    List<Integer> takenOf(Connection connection, List<NewRow> rows) throws SQLException {
        List<SeenId> unique = unique(rows);
        return taken(rows, unique.isEmpty() ? Set.of() : dialect.remember(connection, unique));
    }

    /**
     * The same, without waiting long for another transaction that remembers one of the ids.
     *
     * @throws BusyIdException if there is one
     */
    List<Integer> takenUnlessBusy(Connection connection, List<NewRow> rows) throws SQLException {
        List<SeenId> unique = unique(rows);
        try {
            return taken(rows, unique.isEmpty() ? Set.of() : dialect.rememberUnlessBusy(connection, unique));
        } catch (SQLException failed) {
            if (dialect.failure(failed) == SqlFailure.CONFLICT) {
                throw new BusyIdException(failed);
            }
            throw failed;
        }
    }

    private static List<SeenId> unique(List<NewRow> rows) {
        return rows.stream()
                .filter(NewRow::unique)
                .map(SeenTable::idOf)
                .distinct()
                .sorted() // two transactions that put the same ids wait in one direction
                .toList();
    }

    private static List<Integer> taken(List<NewRow> rows, Set<SeenId> remembered) {
        Set<SeenId> fresh = new HashSet<>(remembered);
        return IntStream.range(0, rows.size())
                .filter(i -> !rows.get(i).unique() || fresh.remove(idOf(rows.get(i)))) // the first of a batch only
                .boxed()
                .toList();
    }

    private static SeenId idOf(NewRow row) {
        return new SeenId(row.queue(), row.eventId());
    }

    /**
     * Forgets ids that were put before a time. Call it again, each time in a transaction of its own, until it returns less than
     * the limit.
     *
     * @param ageMillis how old they are at least
     * @param limit how many at most, at least 1
     * @return how many were forgotten
     */
    public int purge(Connection connection, long ageMillis, int limit) throws SQLException {
        List<SeenId> old = Sql.list(
                connection,
                "select queue, event_id from concor_seen where put_at < " + dialect.nowMillis()
                        + " - ? order by put_at limit ?",
                row -> new SeenId(row.getInt(1), row.getString(2)),
                ageMillis,
                limit);
        int forgotten = 0;
        for (SeenId id : old.stream().sorted().toList()) { // by key and in order, as puts lock them
            forgotten += Sql.update(
                    connection, "delete from concor_seen where queue = ? and event_id = ?", id.queue(), id.eventId());
        }
        return forgotten;
    }
}

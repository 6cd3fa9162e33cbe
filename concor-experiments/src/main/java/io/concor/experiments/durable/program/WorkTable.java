package io.concor.experiments.durable.program;

import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The table of events that wait. */
final class WorkTable {

    /** Events that differ in their lane may be handled at the same time. */
    static final int LANES = 16;

    private static final String CREATE = """
            create table work (
                lane int not null,
                id %s,
                body varchar(400) not null,
                token varchar(60),
                leased_until bigint,
                primary key (%s))""";
    private static final String INSERT = "insert into work (lane, body) values (?, ?)";

    private static final String TAKE = """
            with taken as materialized (%s%s)
            delete from work using taken where work.lane = taken.lane and work.id = taken.id
            returning work.id, work.body""";
    private static final String TAKE_SQLITE = """
            with taken as (%s%s)
            delete from work where id in (select id from taken)
            returning id, body""";
    private static final String FIRST = "select %s from work where %s order by id limit %d";

    private final SubjectSettings settings;

    WorkTable(SubjectSettings settings) {
        this.settings = settings;
    }

    /** @param key the columns of the primary key */
    void create(Connection connection, String key) throws SQLException {
        boolean byLane = !key.equals("id");
        if (settings.sqlite()) { // gives ascending numbers to primary keys only
            execute(connection, CREATE.formatted(settings.ascending(), "id autoincrement"));
            execute(connection, "create index work_of_lane on work (lane, id)");
        } else {
            execute(
                    connection,
                    CREATE.formatted(settings.ascending(), settings.mariadb() && byLane ? key + "), unique (id" : key));
        }
    }

    /** Returns how rows are locked, past those that are locked. A transaction of SQLite is alone anyway. */
    static String skipLocked(SubjectSettings settings) {
        return settings.sqlite() ? "" : " for update skip locked";
    }

    static void execute(Connection connection, String statement) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            prepared.execute();
        }
    }

    /** A row of the table. */
    record Row(long id, Event event) {}

    void insert(Connection connection, List<Event> events) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (Event event : events) {
                insert.setInt(1, event.key() % LANES);
                insert.setString(2, event.text());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    long count(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("select count(*) from work");
                ResultSet rows = select.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Locks the first rows that nobody has locked. */
    List<Row> lock(Connection connection, String condition, int most) throws SQLException {
        return rows(connection, FIRST.formatted("id, body", condition, most) + skipLocked(settings));
    }

    private static List<Row> rows(Connection connection, String query) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(query);
                ResultSet rows = select.executeQuery()) {
            List<Row> found = new ArrayList<>();
            while (rows.next()) {
                found.add(new Row(rows.getLong(1), Event.parse(rows.getString(2))));
            }
            return found;
        }
    }

    /** Removes the first rows that nobody has locked, in one statement where the database can. */
    List<Row> take(Connection connection, int most) throws SQLException {
        return settings.mariadb()
                ? removed(connection, lock(connection, "true", most), "true")
                : take(connection, "true", most, skipLocked(settings));
    }

    /**
     * Removes the first rows of a lane that the transaction owns. It skips nothing: a row may be locked for a moment by a
     * statement for another lane.
     */
    List<Row> takeOfLane(Connection connection, int lane, int most) throws SQLException {
        String condition = "lane = " + lane;
        return settings.mariadb()
                ? removed(connection, rows(connection, FIRST.formatted("id, body", condition, most)), condition)
                : take(connection, condition, most, "");
    }

    private static List<Row> removed(Connection connection, List<Row> rows, String condition) throws SQLException {
        delete(connection, rows, condition);
        return rows;
    }

    private List<Row> take(Connection connection, String condition, int most, String lock) throws SQLException {
        String first = FIRST.formatted("lane, id", condition, most);
        List<Row> taken = rows(connection, (settings.sqlite() ? TAKE_SQLITE : TAKE).formatted(first, lock));
        taken.sort(Comparator.comparingLong(Row::id));
        return taken;
    }

    /** Returns how many of the rows were there and fulfilled the condition. */
    static int delete(Connection connection, List<Row> rows, String condition) throws SQLException {
        return change(connection, "delete from work where %s and id in (%s)", condition, rows);
    }

    void lease(Connection connection, List<Row> rows, String token, long millis) throws SQLException {
        change(
                connection,
                "update work set %s where id in (%s)",
                "token = '%s', leased_until = %s + %d".formatted(token, now(), millis),
                rows);
    }

    private static int change(Connection connection, String statement, String text, List<Row> rows)
            throws SQLException {
        if (rows.isEmpty()) {
            return 0;
        }
        String marks = String.join(",", Collections.nCopies(rows.size(), "?"));
        try (PreparedStatement change = connection.prepareStatement(statement.formatted(text, marks))) {
            for (int i = 0; i < rows.size(); i++) {
                change.setLong(i + 1, rows.get(i).id());
            }
            return change.executeUpdate();
        }
    }

    /** Returns the expression for the database's time in milliseconds. */
    String now() {
        if (settings.sqlite()) {
            return "cast(unixepoch('subsec') * 1000 as integer)";
        }
        return settings.mariadb()
                ? "cast(unix_timestamp(now(3)) * 1000 as signed)"
                : "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
    }

    static List<Event> events(List<Row> rows) {
        return rows.stream().map(Row::event).toList();
    }
}

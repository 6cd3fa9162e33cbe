package io.concor.experiments.durable.subject;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

/** The task of all subjects: it writes one row for each event. Thread-safe. */
public final class EffectTask {

    /** No unique key: what is done twice must show. */
    private static final String TABLE = """
            create table effect (
                position %s primary key,
                event bigint not null,
                event_key int not null,
                process varchar(40) not null)""";

    private static final String INSERT = "insert into effect (event, event_key, process) values (?, ?, ?)";

    private final String process;
    private final BeforeEffect before;
    private final Consumer<Event> committed;

    /**
     * Creates a task.
     *
     * @param process written with each row
     * @param before happens in each call before it writes
     * @param committed is called with each event whose row is committed
     */
    public EffectTask(String process, BeforeEffect before, Consumer<Event> committed) {
        this.process = process;
        this.before = before;
        this.committed = committed;
    }

    /** Creates the table of the rows. */
    static void createTable(Connection connection, SubjectSettings settings) throws SQLException {
        execute(connection, TABLE.formatted(settings.ascending()));
    }

    static void execute(Connection connection, String statement) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            prepared.execute();
        }
    }

    /** Writes the rows in a transaction, which the caller ends. */
    public void run(Connection transaction, List<Event> events) throws SQLException {
        before.happens(events);
        try (PreparedStatement insert = transaction.prepareStatement(INSERT)) {
            for (Event event : events) {
                insert.setLong(1, event.number());
                insert.setInt(2, event.key());
                insert.setString(3, process);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** Does what it does before it writes, and writes nothing. */
    public void runWithoutEffect(List<Event> events) throws SQLException {
        before.happens(events);
    }

    /** Reports that the rows of these events are committed. */
    public void committed(List<Event> events) {
        events.forEach(committed);
    }
}

package io.concor.experiments.durable.program;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A way to put events. Returns when they are accepted. */
interface Insertion {

    long MILLIS_FOR_A_KILL = 30;

    void insert(List<Event> events) throws SQLException;

    /** Accepts what is committed. */
    static Insertion committed(WorkTable table, HikariDataSource pool) {
        return events -> {
            try (Connection connection = SubjectSettings.transaction(pool)) {
                table.insert(connection, events);
                connection.commit();
            }
        };
    }

    /** Flaw that the checker must find: what was accepted is not committed yet. */
    static Insertion acceptedBeforeTheCommit(WorkTable table, HikariDataSource pool) {
        Insertion committed = committed(table, pool);
        ScheduledExecutorService later = Executors.newScheduledThreadPool(4, task -> {
            Thread thread = new Thread(task, "writer");
            thread.setDaemon(true);
            return thread;
        });
        return events ->
                later.schedule(() -> committed.insertOrReport(events), MILLIS_FOR_A_KILL, TimeUnit.MILLISECONDS);
    }

    /** A failure reaches nobody. */
    private void insertOrReport(List<Event> events) {
        try {
            insert(events);
        } catch (SQLException failed) {
            System.err.println("A put failed: " + failed);
        }
    }

    /** Flaw that the checker must find: a commit whose outcome is unknown is repeated. */
    static Insertion repeated(WorkTable table, HikariDataSource pool) {
        Insertion once = committed(table, pool);
        return events -> {
            try {
                once.insert(events);
            } catch (SQLException unknown) {
                once.insert(events);
            }
        };
    }
}

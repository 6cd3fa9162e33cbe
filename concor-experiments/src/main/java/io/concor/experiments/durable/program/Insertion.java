package io.concor.experiments.durable.program;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.experiments.durable.subject.Event;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A way to put events. Returns when they are accepted. */
interface Insertion {

    void insert(List<Event> events) throws SQLException;

    /** Accepts what is committed. */
    static Insertion committed(WorkTable table, HikariDataSource pool) {
        return events -> {
            try (Connection connection = pool.getConnection()) {
                table.insert(connection, events);
                connection.commit();
            }
        };
    }

    /** Flaw that the checker must find: what was accepted is not committed yet. */
    static Insertion acceptedBeforeTheCommit(WorkTable table, HikariDataSource pool) {
        Insertion committed = committed(table, pool);
        ExecutorService later = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "writer");
            thread.setDaemon(true);
            return thread;
        });
        return events -> later.execute(() -> {
            try {
                committed.insert(events);
            } catch (SQLException failed) {
                System.err.println("A put failed: " + failed);
            }
        });
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

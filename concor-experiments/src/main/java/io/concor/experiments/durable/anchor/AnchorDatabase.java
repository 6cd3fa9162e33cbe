package io.concor.experiments.durable.anchor;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** What the anchors share: the task in a transaction of its own, and the count of what waits. */
record AnchorDatabase(HikariDataSource pool, EffectTask task) {

    /** Runs the task and commits, for libraries that give the task no transaction. */
    void runAndCommit(Event event) throws SQLException {
        List<Event> events = List.of(event);
        try (Connection connection = SubjectSettings.transaction(pool)) {
            task.run(connection, events);
            connection.commit();
        }
        task.committed(events);
    }

    /** @param query returns a number */
    long count(String query) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }
}

package io.concor.experiments.clientqueues.report;

import io.concor.experiments.durable.server.DurableServer;
import io.concor.experiments.testbed.ExperimentException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** Settings of PostgreSQL that change while it runs. */
final class DatabaseSettings {

    private DatabaseSettings() {}

    /**
     * Changes settings.
     *
     * @param values by name, not from outside
     */
    static void change(DurableServer database, Map<String, String> values) {
        if (values.isEmpty()) {
            return;
        }
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (Map.Entry<String, String> setting : values.entrySet()) {
                statement.execute("alter system set " + setting.getKey() + " = '" + setting.getValue() + "'");
            }
            statement.execute("select pg_reload_conf()");
        } catch (SQLException failed) {
            throw new ExperimentException("The database does not take the settings " + values, failed);
        }
    }
}

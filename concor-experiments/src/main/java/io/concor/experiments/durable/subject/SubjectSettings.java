package io.concor.experiments.durable.subject;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/**
 * Settings of a {@link Subject}.
 *
 * @param process name of the process, unique among those that run
 * @param url JDBC URL of the database
 * @param options options of the kind of subject
 */
public record SubjectSettings(String process, String url, String user, String password, Map<String, String> options) {

    private static final Duration TO_CONNECT = Duration.ofSeconds(60);

    public SubjectSettings {
        options = Map.copyOf(options);
    }

    /** Opens a pool of connections for {@link #transaction}. Waits for a database that starts. */
    public HikariDataSource pool(int connections) {
        HikariConfig pool = connection();
        pool.setMaximumPoolSize(connections);
        pool.setAutoCommit(sqlite()); // a connection of SQLite without auto-commit holds the lock while nobody uses it
        return new HikariDataSource(pool);
    }

    /** Returns a connection of a pool, without auto-commit. */
    public static Connection transaction(HikariDataSource pool) throws SQLException {
        Connection connection = pool.getConnection();
        if (connection.getAutoCommit()) {
            connection.setAutoCommit(false);
        }
        return connection;
    }

    /** Opens a pool of connections with auto-commit, as libraries expect it. Waits for a database that starts. */
    public HikariDataSource autoCommitPool(int connections) {
        HikariConfig pool = connection();
        pool.setMaximumPoolSize(connections);
        return new HikariDataSource(pool);
    }

    private HikariConfig connection() {
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl(url);
        pool.setUsername(user);
        pool.setPassword(password);
        if (!sqlite()) { // which knows no weaker isolation
            pool.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        }
        pool.setInitializationFailTimeout(TO_CONNECT.toMillis());
        return pool;
    }

    public boolean mariadb() {
        return url.startsWith("jdbc:mariadb:");
    }

    public boolean sqlite() {
        return url.startsWith("jdbc:sqlite:");
    }

    /** Returns the end of the definition of a column of whole numbers that are given in ascending order. */
    public String ascending() {
        return mariadb() ? "bigint auto_increment" : sqlite() ? "integer" : "bigint generated always as identity";
    }

    /** Returns whether tasks write into the database: not with the option {@code effects=none}. */
    public boolean writesEffects() {
        return writesEffects(options);
    }

    /** Returns whether tasks with these options write into the database. */
    public static boolean writesEffects(Map<String, String> options) {
        return !options.getOrDefault("effects", "").equals("none");
    }

    /** Returns an option that is a whole number. */
    public int number(String option, int byDefault) {
        return Integer.parseInt(options.getOrDefault(option, Integer.toString(byDefault)));
    }

    /** Returns an option that is a text. */
    public String text(String option, String byDefault) {
        return options.getOrDefault(option, byDefault);
    }
}

package io.concor.experiments.durable.subject;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
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

    /** Opens a pool of connections without auto-commit. Waits for a database that starts. */
    public HikariDataSource pool(int connections) {
        HikariConfig pool = connection();
        pool.setMaximumPoolSize(connections);
        pool.setAutoCommit(false);
        return new HikariDataSource(pool);
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
        pool.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        pool.setInitializationFailTimeout(TO_CONNECT.toMillis());
        return pool;
    }

    public boolean mariadb() {
        return url.startsWith("jdbc:mariadb:");
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

package io.concor.experiments.laboratory.flow;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.experiments.plants.PlantedWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A HikariCP pool of connections to an H2 database in memory. Thread-safe. */
public final class Connections implements ConnectionPools, AutoCloseable {

    private static final String NAME = "laboratory";
    private static final int TIMEOUT_MILLIS = 30_000;

    private final HikariDataSource source;

    Connections(int most) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(NAME);
        config.setJdbcUrl("jdbc:h2:mem:laboratory");
        config.setUsername("sa");
        config.setMaximumPoolSize(most);
        config.setConnectionTimeout(TIMEOUT_MILLIS);
        source = new HikariDataSource(config);
    }

    /** Takes a connection, which the caller closes. */
    public Connection take() throws SQLException {
        return source.getConnection();
    }

    /** Takes a connection, makes a query, keeps the connection during the work, and returns it. */
    public void use(int message, PlantedWork work) throws Exception {
        try (Connection connection = take();
                Statement statement = connection.createStatement()) {
            statement.executeQuery("select " + message).close();
            work.perform(message);
        }
    }

    @Override
    public List<PoolReading> read() {
        HikariPoolMXBean pool = source.getHikariPoolMXBean();
        return List.of(new PoolReading(
                NAME,
                null,
                "hikaricp.connections",
                null,
                source.getMaximumPoolSize(),
                pool.getActiveConnections(),
                pool.getThreadsAwaitingConnection()));
    }

    @Override
    public void close() {
        source.close();
    }
}

package io.concor.queueserver.management;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.concor.InvalidSettingException;
import io.concor.queueserver.QueueServerProperties;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * The connections of this server to its database. The queues take each of theirs from this pool, so that they follow a change.
 * Thread-safe.
 */
final class DatabaseConnections {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final HikariDataSource source;
    private final HikariConfigMXBean settings;
    private final int most;
    /** How many idle ones the configuration wants; unless it says so, as many as there may be. */
    private final int mostIdle;

    /**
     * @param source a pool that has started
     * @param most up to how many connections it may be given
     */
    DatabaseConnections(HikariDataSource source, int most) {
        this.source = source;
        this.most = most;
        settings = source.getHikariConfigMXBean();
        mostIdle = settings.getMinimumIdle() < settings.getMaximumPoolSize() ? settings.getMinimumIdle() : most;
    }

    ConnectionsDescriptor now() {
        HikariPoolMXBean pool = source.getHikariPoolMXBean();
        return new ConnectionsDescriptor(
                settings.getMaximumPoolSize(),
                QueueServerProperties.LEAST_CONNECTIONS,
                most,
                pool.getTotalConnections(),
                pool.getActiveConnections(),
                pool.getThreadsAwaitingConnection());
    }

    /**
     * Changes how many connections there may be. Further ones are opened when threads wait for them; surplus ones are closed as they
     * come free, so that nothing which uses one fails. Takes some seconds at most.
     *
     * @return how many there could be before
     * @throws InvalidSettingException if they are too few or too many
     */
    synchronized int resize(int connections) {
        InvalidSettingException.requireWithin(
                "connections", connections, QueueServerProperties.LEAST_CONNECTIONS, most);
        int before = settings.getMaximumPoolSize();
        settings.setMaximumPoolSize(connections);
        settings.setMinimumIdle(Math.min(mostIdle, connections));
        closeSurplus(connections);
        return before;
    }

    /** Closes no more than the surplus. If none comes free in time, all are closed as they are given back, and opened anew. */
    private void closeSurplus(int connections) {
        HikariPoolMXBean pool = source.getHikariPoolMXBean();
        long begin = System.nanoTime();
        while (pool.getTotalConnections() > connections) {
            if (System.nanoTime() - begin > PATIENCE_NANOS || !closeFree()) {
                pool.softEvictConnections();
                return;
            }
        }
    }

    private boolean closeFree() {
        try (Connection free = source.getConnection()) {
            source.evictConnection(free);
            return true;
        } catch (SQLException noneInTime) {
            return false;
        }
    }
}

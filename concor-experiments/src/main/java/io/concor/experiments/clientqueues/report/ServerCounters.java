package io.concor.experiments.clientqueues.report;

import io.concor.experiments.clientqueues.testbed.QueueServerProcess;
import io.concor.experiments.clientqueues.testbed.QueueServers;
import io.concor.experiments.durable.server.DurableServer;
import io.concor.experiments.testbed.ExperimentException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Counters of servers and their database, at one time or from one time to another.
 *
 * @param seconds the time
 * @param serverSeconds processor time of the servers
 * @param databaseSeconds processor time of the processes of the database
 * @param fullLogs checkpoints that began because the log had grown
 * @param timeouts checkpoints that began because it was time
 * @param checkpointSeconds how long checkpoints wrote and waited for the disk
 * @param logBytes bytes that were written to the log
 * @param acquires how often a connection was taken from the pool
 * @param acquireSeconds how long this took together
 */
record ServerCounters(
        double seconds,
        double serverSeconds,
        double databaseSeconds,
        double fullLogs,
        double timeouts,
        double checkpointSeconds,
        double logBytes,
        double acquires,
        double acquireSeconds) {

    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double MILLIS = TimeUnit.SECONDS.toMillis(1);

    /** Of the only row of a view of PostgreSQL 18, with times in milliseconds. */
    private static final String CHECKPOINTS =
            "select num_requested, num_timed, write_time + sync_time from pg_stat_checkpointer";

    static ServerCounters read(QueueServers servers) {
        DurableServer database = servers.database();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            double logBytes = row(statement, database.dialect().logBytes())[0];
            double[] checkpoints = row(statement, CHECKPOINTS);
            return new ServerCounters(
                    System.nanoTime() / NANOS,
                    seconds(servers.all().stream().map(QueueServerProcess::cpu)),
                    seconds(processes(database)
                            .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))),
                    checkpoints[0],
                    checkpoints[1],
                    checkpoints[2] / MILLIS,
                    logBytes,
                    metric(servers, "hikaricp_connections_acquire_seconds_count"),
                    metric(servers, "hikaricp_connections_acquire_seconds_sum"));
        } catch (SQLException failed) {
            throw new ExperimentException("The counters of the database cannot be read", failed);
        }
    }

    private static double[] row(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            double[] values = new double[rows.getMetaData().getColumnCount()];
            for (int i = 0; i < values.length; i++) {
                values[i] = rows.getDouble(i + 1);
            }
            return values;
        }
    }

    private static Stream<ProcessHandle> processes(DurableServer database) {
        return database.process().stream().flatMap(first -> Stream.concat(Stream.of(first), first.descendants()));
    }

    private static double seconds(Stream<Duration> times) {
        return times.mapToDouble(time -> time.toNanos() / NANOS).sum();
    }

    private static double metric(QueueServers servers, String name) {
        return servers.all().stream().mapToDouble(server -> server.metric(name)).sum();
    }

    /** Returns what has happened since an earlier time. */
    ServerCounters since(ServerCounters earlier) {
        return new ServerCounters(
                seconds - earlier.seconds,
                serverSeconds - earlier.serverSeconds,
                databaseSeconds - earlier.databaseSeconds,
                fullLogs - earlier.fullLogs,
                timeouts - earlier.timeouts,
                checkpointSeconds - earlier.checkpointSeconds,
                logBytes - earlier.logBytes,
                acquires - earlier.acquires,
                acquireSeconds - earlier.acquireSeconds);
    }

    /** Returns the processors that the servers used on average. */
    double serverProcessors() {
        return serverSeconds / seconds;
    }

    /** Returns the processors that the database used on average; a process that has ended meanwhile is not counted. */
    double databaseProcessors() {
        return Math.max(0, databaseSeconds / seconds);
    }

    double millisPerAcquire() {
        return acquires == 0 ? 0 : acquireSeconds / acquires * MILLIS;
    }
}

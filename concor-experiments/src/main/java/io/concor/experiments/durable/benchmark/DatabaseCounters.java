package io.concor.experiments.durable.benchmark;

import io.concor.experiments.durable.server.Dialect;
import io.concor.experiments.durable.server.DurableServer;
import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Stream;

/**
 * What the database has done so far.
 *
 * @param statements executed statements; a batch that the driver sends as one statement is one
 * @param logBytes bytes of the write-ahead log
 * @param cpuMillis CPU time of its processes
 */
public record DatabaseCounters(long statements, long logBytes, long cpuMillis) {

    /** The unit of /proc on Linux. */
    private static final long MILLIS_PER_TICK = 10;

    private static final int USER_TIME = 11;

    /** Reads them on a connection of its own. */
    public static DatabaseCounters read(DurableServer server) {
        try (Connection connection = server.connect()) {
            Dialect dialect = server.dialect();
            return new DatabaseCounters(
                    Long.parseLong(
                            Dialect.texts(connection, dialect.statements()).get(0)),
                    Long.parseLong(Dialect.texts(connection, dialect.logBytes()).get(0)),
                    server.process().map(DatabaseCounters::cpuMillis).orElse(0L));
        } catch (SQLException failed) {
            throw new ExperimentException("The counters of the database cannot be read", failed);
        }
    }

    /** With what processes of connections that have ended used before: the first process has waited for them. */
    private static long cpuMillis(ProcessHandle first) {
        return ticks(first, 4) * MILLIS_PER_TICK
                + first.descendants().mapToLong(child -> ticks(child, 2)).sum() * MILLIS_PER_TICK;
    }

    /** @param fields how many of: in user mode, in kernel mode, and the same of children that have ended */
    private static long ticks(ProcessHandle process, int fields) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return Stream.of(line.substring(line.lastIndexOf(')') + 2).split(" "))
                    .skip(USER_TIME)
                    .limit(fields)
                    .mapToLong(Long::parseLong)
                    .sum();
        } catch (IOException ended) {
            return 0;
        }
    }

    /** Returns what was done since. */
    public DatabaseCounters minus(DatabaseCounters before) {
        return new DatabaseCounters(
                statements - before.statements, logBytes - before.logBytes, cpuMillis - before.cpuMillis);
    }
}

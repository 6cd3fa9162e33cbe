package io.concor.experiments.durable.broker;

import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * What a broker has done so far.
 *
 * @param logBytes bytes of its records, those that were deleted since not included
 * @param cpuMillis CPU time of its process
 * @param traffic what was asked of it
 */
public record BrokerCounters(long logBytes, long cpuMillis, BrokerTraffic traffic) {

    /** Where there is no broker. */
    public static final BrokerCounters NONE = new BrokerCounters(0, 0, BrokerTraffic.NONE);

    /** @param log the folder of its records */
    static BrokerCounters read(Path log, long pid, BrokerTraffic traffic) {
        long cpuMillis = ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .map(Duration::toMillis)
                .orElse(0L);
        try (Stream<Path> files = Files.walk(log)) {
            return new BrokerCounters(
                    files.filter(file -> file.toString().endsWith(".log"))
                            .mapToLong(BrokerCounters::size)
                            .sum(),
                    cpuMillis,
                    traffic);
        } catch (IOException | UncheckedIOException unreadable) {
            throw new ExperimentException("The records of the broker cannot be counted in " + log, unreadable);
        }
    }

    /** A segment may be deleted meanwhile. */
    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException deleted) {
            return 0;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns what two brokers have done. */
    BrokerCounters plus(BrokerCounters other) {
        return new BrokerCounters(logBytes + other.logBytes, cpuMillis + other.cpuMillis, traffic.plus(other.traffic));
    }

    /** Returns what was done since. */
    public BrokerCounters minus(BrokerCounters before) {
        return new BrokerCounters(
                logBytes - before.logBytes, cpuMillis - before.cpuMillis, traffic.minus(before.traffic));
    }
}

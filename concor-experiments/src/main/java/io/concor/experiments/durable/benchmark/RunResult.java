package io.concor.experiments.durable.benchmark;

import io.concor.experiments.durable.broker.BrokerCounters;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The figures of one run.
 *
 * @param events handled; of {@link Scenario#TRANSACTIONS}: put
 * @param nanos measured time
 * @param cpuNanos CPU time of the process with subject and load
 * @param p50Millis of {@link Scenario#LATENCY}: put to effect; of {@link Scenario#TRANSACTIONS}: of a transaction; else NaN
 * @param p99Millis the same
 * @param database what the database did meanwhile
 * @param broker what the broker did meanwhile, if there is one
 */
public record RunResult(
        long events,
        long nanos,
        long cpuNanos,
        double p50Millis,
        double p99Millis,
        DatabaseCounters database,
        BrokerCounters broker) {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);
    private static final double MICROS_PER_MILLI = TimeUnit.MILLISECONDS.toMicros(1);

    /** Reads the line of {@link BenchmarkMain}. */
    static RunResult parse(String line, DatabaseCounters database, BrokerCounters broker) {
        String[] figures = line.split(" ");
        return new RunResult(
                Long.parseLong(figures[1]),
                Long.parseLong(figures[2]),
                Long.parseLong(figures[3]),
                Double.parseDouble(figures[4]),
                Double.parseDouble(figures[5]),
                database,
                broker);
    }

    public double perSecond() {
        return events / (nanos / NANOS_PER_SECOND);
    }

    double cpuMicrosPerEvent() {
        return cpuNanos / NANOS_PER_MICRO / events;
    }

    double databaseCpuMicrosPerEvent() {
        return database.cpuMillis() * MICROS_PER_MILLI / events;
    }

    double brokerCpuMicrosPerEvent() {
        return broker.cpuMillis() * MICROS_PER_MILLI / events;
    }

    double brokerBytesPerEvent() {
        return (double) broker.logBytes() / events;
    }

    double brokerRequestsPerEvent() {
        return (double) broker.traffic().count() / events;
    }

    /** Returns what was asked of the broker for each event, in words; nothing if there is none. */
    Optional<String> brokerTraffic() {
        return broker.traffic().count() == 0
                ? Optional.empty()
                : Optional.of(broker.traffic().per(events));
    }

    double statementsPerEvent() {
        return (double) database.statements() / events;
    }

    double logBytesPerEvent() {
        return (double) database.logBytes() / events;
    }
}

package io.concor.experiments.durable.scenario;

import io.concor.experiments.durable.benchmark.DatabaseCounters;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a process and the database did for some time.
 *
 * @param events handled
 * @param nanos the time
 * @param cpu of the process
 */
record Window(long events, long nanos, Duration cpu, DatabaseCounters database) {

    private static final double MICROS_PER_MILLI = TimeUnit.MILLISECONDS.toMicros(1);
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double PERCENT = 100;

    static Window measure(ScenarioRun run, LoadProcess process, Duration time) throws InterruptedException {
        DatabaseCounters database = DatabaseCounters.read(run.server());
        Duration cpu = process.cpu();
        LoadProcess.Progress from = process.progress();
        long start = System.nanoTime();
        ScenarioRun.sleep(time);
        LoadProcess.Progress until = process.progress();
        double share = (double) (System.nanoTime() - start) / (until.nanos() - from.nanos());
        return new Window(
                Math.round((until.handled() - from.handled()) * share),
                System.nanoTime() - start,
                process.cpu().minus(cpu),
                DatabaseCounters.read(run.server()).minus(database));
    }

    double perSecond() {
        return events * NANOS_PER_SECOND / nanos;
    }

    /** Returns the rate and what each event costs. */
    Map<String, Double> costs() {
        Map<String, Double> costs = new LinkedHashMap<>();
        costs.put("events/s", perSecond());
        costs.put("CPU of the JVM, µs/event", (double) TimeUnit.NANOSECONDS.toMicros(cpu.toNanos()) / events);
        costs.put("of the database", database.cpuMillis() * MICROS_PER_MILLI / events);
        costs.put("statements/event", (double) database.statements() / events);
        costs.put("log bytes/event", (double) database.logBytes() / events);
        return costs;
    }

    /** Returns what was done without events. */
    Map<String, Double> idle() {
        double seconds = nanos / NANOS_PER_SECOND;
        Map<String, Double> idle = new LinkedHashMap<>();
        idle.put("statements/s", database.statements() / seconds);
        idle.put("log bytes/s", database.logBytes() / seconds);
        idle.put("CPU of the JVM, %", PERCENT * cpu.toNanos() / nanos);
        idle.put("of the database, %", PERCENT * TimeUnit.MILLISECONDS.toNanos(database.cpuMillis()) / nanos);
        return idle;
    }
}

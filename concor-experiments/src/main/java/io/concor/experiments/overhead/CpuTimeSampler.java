package io.concor.experiments.overhead;

import io.concor.experiments.testbed.DisturbedMeasurementException;
import io.concor.experiments.testbed.ExperimentException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Reads again and again how much CPU time a process has used, until it is closed: so that it can be told afterwards
 * what it used from one moment to another.
 */
final class CpuTimeSampler implements AutoCloseable {

    private static final long EVERY_MILLIS = 100;

    /** What is used between two readings is taken to be used evenly, and for longer than this it is not. */
    private static final Duration LONGEST_GAP = Duration.ofSeconds(2);

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final NavigableMap<Instant, Duration> readings = new ConcurrentSkipListMap<>();
    private final Supplier<Duration> cpu;
    private final InstantSource clock;

    /**
     * Begins to read.
     *
     * @param cpu what was used so far
     * @param clock of the moments that are asked for
     */
    CpuTimeSampler(Supplier<Duration> cpu, InstantSource clock) {
        this.cpu = cpu;
        this.clock = clock;
        read();
        thread.scheduleAtFixedRate(this::read, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void read() {
        readings.put(clock.instant(), cpu.get());
    }

    /**
     * What was used between two moments while it was open.
     *
     * @throws DisturbedMeasurementException if nothing could be read for too long around one of them
     */
    Duration between(Instant from, Instant to) {
        read();
        return at(to).minus(at(from));
    }

    /** Between two readings as if it were used evenly. */
    private Duration at(Instant moment) {
        Map.Entry<Instant, Duration> before = readings.floorEntry(moment);
        Map.Entry<Instant, Duration> after = readings.ceilingEntry(moment);
        if (before == null || after == null) {
            throw new ExperimentException("The CPU time at %s is not known: it was read from %s to %s"
                    .formatted(moment, readings.firstKey(), readings.lastKey()));
        }
        Duration gap = Duration.between(before.getKey(), after.getKey());
        if (gap.compareTo(LONGEST_GAP) > 0) {
            throw new DisturbedMeasurementException("The CPU time at %s is not known: it was read at %s, and then at %s"
                    .formatted(moment, before.getKey(), after.getKey()));
        }
        double all = gap.toNanos();
        double share = all == 0 ? 0 : Duration.between(before.getKey(), moment).toNanos() / all;
        Duration used = after.getValue().minus(before.getValue());
        return before.getValue().plusNanos(Math.round(share * used.toNanos()));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

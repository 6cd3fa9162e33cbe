package io.concor.experiments.cost;

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
 * Samples the CPU time of a process until it is closed. The CPU time between any two times can be calculated
 * afterwards.
 */
final class CpuTimeSampler implements AutoCloseable {

    private static final long EVERY_MILLIS = 100;

    /** Maximum time between two samples. CPU time between samples is interpolated linearly. */
    private static final Duration LONGEST_GAP = Duration.ofSeconds(2);

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final NavigableMap<Instant, Duration> samples = new ConcurrentSkipListMap<>();
    private final Supplier<Duration> cpu;
    private final InstantSource clock;

    /**
     * Starts sampling.
     *
     * @param cpu supplies the CPU time used so far
     * @param clock the clock of the samples
     */
    CpuTimeSampler(Supplier<Duration> cpu, InstantSource clock) {
        this.cpu = cpu;
        this.clock = clock;
        sample();
        thread.scheduleAtFixedRate(this::sample, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void sample() {
        samples.put(clock.instant(), cpu.get());
    }

    /**
     * Returns the CPU time between two times at which this sampler was open.
     *
     * @throws DisturbedMeasurementException if there was no sample for too long around one of them
     */
    Duration between(Instant from, Instant to) {
        sample();
        return at(to).minus(at(from));
    }

    /** Interpolates between two samples. */
    private Duration at(Instant moment) {
        Map.Entry<Instant, Duration> before = samples.floorEntry(moment);
        Map.Entry<Instant, Duration> after = samples.ceilingEntry(moment);
        if (before == null || after == null) {
            throw new ExperimentException("The CPU time at %s is unknown: it was sampled from %s to %s"
                    .formatted(moment, samples.firstKey(), samples.lastKey()));
        }
        Duration gap = Duration.between(before.getKey(), after.getKey());
        if (gap.compareTo(LONGEST_GAP) > 0) {
            throw new DisturbedMeasurementException(
                    "The CPU time at %s is unknown: it was sampled at %s, and next at %s"
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

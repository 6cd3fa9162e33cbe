package io.concor.diagnosis.signal;

import io.concor.diagnosis.signal.ConnectionPools.PoolReading;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.text.FailureLog;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads processors, garbage collection and connection pools. For one thread. */
final class HostSampler {

    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private static final Logger logger = LoggerFactory.getLogger(HostSampler.class);
    private static final double BUSY_PROCESSORS = 0.85;
    /** A limit of the container, or of the host below, lets threads wait although processors seem to be free. */
    private static final double PRESSED_PROCESSORS = 0.7;

    private final FailureLog failures = new FailureLog();
    private final ProcessorTimes times;
    private final ConnectionPools connections;
    private final OwnThreads own;
    private final ProcessThreads threads;
    private final ProcessorPressure pressure;
    private final ContainerLimit limit;
    private Map<String, PoolReadings> pools = new LinkedHashMap<>();
    private long began;
    private OptionalLong processBefore;
    private long collectionBefore;
    private long concurrentBefore;

    HostSampler(
            ProcessorTimes times,
            ConnectionPools connections,
            OwnThreads own,
            ProcessThreads threads,
            ProcessorPressure pressure,
            ContainerLimit limit,
            long now) {
        this.times = times;
        this.connections = connections;
        this.own = own;
        this.threads = threads;
        this.pressure = pressure;
        this.limit = limit;
        this.began = now;
        this.processBefore = times.ofProcess();
        this.collectionBefore = times.ofCollectionMillis();
        this.concurrentBefore = times.ofConcurrentMillis();
        limit.stopped();
        times.systemLoad();
        pressure.share(now);
        threads.usedByCompiler(now);
        own.processors(times, now);
    }

    /** Reads the connection pools. Call it several times a second. */
    void sample() {
        try {
            connections.read().forEach(pool -> pools.computeIfAbsent(pool.name(), name -> new PoolReadings())
                    .add(pool));
        } catch (RuntimeException unreadable) {
            failures.once(unreadable, thrown -> logger.warn("Connection pools could not be read. Logged once", thrown));
        }
    }

    /** Ends the window that began when this was last called. */
    HostWindow window(long now) {
        long nanos = Math.max(1, now - began);
        OptionalLong process = times.ofProcess();
        long collection = times.ofCollectionMillis();
        long concurrent = times.ofConcurrentMillis();
        double processors = Math.min(times.processors(), limit.processors().orElse(Double.MAX_VALUE));
        OptionalDouble load = times.systemLoad();
        OptionalDouble pressed = pressure.share(now);
        HostWindow window = new HostWindow(
                processors,
                share(process, processBefore, nanos),
                load.isPresent() ? OptionalDouble.of(load.getAsDouble() * processors) : load,
                runnable(load, pressed, now),
                pressed,
                limit.stopped(),
                threads.usedByCompiler(now),
                own.processors(times, now),
                Math.min(1, (collection - collectionBefore) * NANOS_PER_MILLI / nanos),
                (concurrent - concurrentBefore) * NANOS_PER_MILLI / nanos,
                ConnectionHolders.NONE,
                pools.values().stream().map(PoolReadings::window).toList());
        began = now;
        processBefore = process;
        collectionBefore = collection;
        concurrentBefore = concurrent;
        pools = new LinkedHashMap<>();
        return window;
    }

    private OptionalDouble runnable(OptionalDouble load, OptionalDouble pressed, long now) {
        if (load.orElse(0) < BUSY_PROCESSORS && pressed.orElse(0) < PRESSED_PROCESSORS) {
            threads.pauseWaiting();
            return OptionalDouble.empty();
        }
        return threads.waiting(now);
    }

    private static OptionalDouble share(OptionalLong now, OptionalLong before, long nanos) {
        return now.isPresent() && before.isPresent()
                ? OptionalDouble.of((double) (now.getAsLong() - before.getAsLong()) / nanos)
                : OptionalDouble.empty();
    }

    /** The readings of one pool in a window. */
    private static final class PoolReadings {

        private final DoubleSummaryStatistics active = new DoubleSummaryStatistics();
        private final DoubleSummaryStatistics pending = new DoubleSummaryStatistics();
        private PoolReading last = new PoolReading("", null, "", null, 0, 0, null);

        void add(PoolReading reading) {
            active.accept(reading.active());
            pending.accept(Objects.requireNonNullElse(reading.pending(), 0));
            last = reading;
        }

        PoolWindow window() {
            return new PoolWindow(
                    last.name(),
                    last.bean(),
                    last.signal(),
                    last.setting(),
                    last.most(),
                    Level.of(active),
                    Level.of(pending),
                    last.pending() != null);
        }
    }
}

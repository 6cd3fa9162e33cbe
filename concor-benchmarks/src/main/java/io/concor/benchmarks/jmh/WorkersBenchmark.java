package io.concor.benchmarks.jmh;

import io.concor.benchmarks.workload.Shapes;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Case (c): a stage of 4 workers that compute for 5 µs, then one thread. Measures saturated throughput: events per
 * second from the first in to the last out. To run it alone: {@code java -jar benchmarks.jar jmh WorkersBenchmark -prof
 * gc -prof io.concor.benchmarks.jmh.CpuProfiler}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class WorkersBenchmark {

    /** Computing time of a worker per event. */
    static final int MICROS = 5;

    private static final int EVENTS = 20_000;

    /** The implementation. {@code virtual} needs Java 21. */
    @Param({
        "concor",
        "concor-default-bound",
        "concor-unobserved",
        "concor-engine",
        "disruptor-blocking",
        "disruptor-lite",
        "disruptor-parking",
        "disruptor-parking-at-once",
        "disruptor-yielding",
        "disruptor-defaults",
        "queue",
        "executor",
        "executor-defaults",
        "completable-future",
        "reactor",
        "reactor-default-bound",
        "reactor-defaults",
        "reactor-flat-map",
        "rxjava",
        "rxjava-default-bound",
        "rxjava-defaults",
        "rxjava-flat-map",
        "pekko",
        "pekko-defaults",
        "pekko-buffered",
        "spring-integration"
    })
    public String variant;

    /** Instrumentation of the tasks. */
    @Param("defaults")
    public String instrumentation;

    /**
     * Work per event: tokens that take 5 µs on this machine. The default is invalid, so that no fork calibrates for
     * itself: the command {@code jmh} sets the same number for all forks.
     */
    @Param("0")
    public long tokens;

    /** Number of threads that send events. */
    @Param("1")
    public int senders;

    /** {@code allocated}: the senders create an object for each event; or {@code reused}. */
    @Param("allocated")
    public String events;

    private SaturatingSender sender;

    /** Starts the pipeline. */
    @Setup(Level.Trial)
    public void open() {
        sender = SaturatingSender.open(
                variant,
                instrumentation,
                Shapes.workers(requireCalibrated(tokens)).sentBy(senders),
                EventSource.named(events));
    }

    static long requireCalibrated(long tokens) {
        if (tokens < 1) {
            throw new IllegalArgumentException(
                    "tokens is %d: it must be the positive number that the command calibrate prints".formatted(tokens));
        }
        return tokens;
    }

    /** Sends events and waits until the last has left. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public void saturated() {
        sender.send(EVENTS);
    }

    /** Closes the pipeline. */
    @TearDown(Level.Trial)
    public void close() {
        sender.close();
    }
}

package io.concor.benchmarks.jmh;

import io.concor.benchmarks.keyed.KeyedPipeline;
import io.concor.benchmarks.keyed.KeyedPipeline.Booking;
import io.concor.benchmarks.keyed.KeyedWork;
import io.concor.benchmarks.keyed.Keys;
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
 * Work with order for each key. Measures saturated throughput: events per second from the first in to the last out. {@code
 * one} key, divided by the share of the most frequent one, says what that key permits.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class KeyedBenchmark {

    private static final int EVENTS = 10_000;

    /**
     * {@code keyed}; {@code pool}: the same task without order; both also with the engine alone; {@code executors}: a
     * thread for each {@code key % n}.
     */
    @Param({"keyed", "keyed-engine", "pool", "pool-engine", "executors"})
    public String variant;

    /** Number of threads. */
    @Param("4")
    public int threads;

    /** How the 10,000 keys are distributed. */
    @Param({"uniform", "zipf"})
    public String keys;

    /** {@code compute}: 5 µs of a processor; {@code wait}: some 1 ms without. */
    @Param("compute")
    public String work;

    /** Work per event, as in {@link WorkersBenchmark}. */
    @Param("0")
    public long tokens;

    private KeyedPipeline pipeline;
    private Booking[] bookings;
    private int next;

    /** Starts the pipeline. */
    @Setup(Level.Trial)
    public void open() {
        bookings = Keys.named(keys).bookings();
        pipeline = KeyedPipeline.named(
                variant, threads, KeyedWork.named(work, WorkersBenchmark.requireCalibrated(tokens)));
    }

    /** Sends events and waits until the last has left. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public void saturated() {
        for (int i = 0; i < EVENTS; i++) {
            pipeline.send(new Booking(bookings[next++ & bookings.length - 1].account()));
        }
        pipeline.awaitEmpty();
    }

    /** Closes the pipeline. */
    @TearDown(Level.Trial)
    public void close() {
        pipeline.close();
    }
}

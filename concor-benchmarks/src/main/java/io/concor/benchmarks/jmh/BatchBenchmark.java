package io.concor.benchmarks.jmh;

import io.concor.benchmarks.batch.BatchPipeline;
import io.concor.benchmarks.batch.BatchWork;
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
 * Work in batches, on one thread, next to a loop over lists of the same size. Measures saturated throughput: events per
 * second from the first in to the last out. To run it alone: {@code java -jar benchmarks.jar jmh BatchBenchmark -prof gc}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class BatchBenchmark {

    private static final int EVENTS = 20_480;
    private static final int FIRST = 1_000; // above those that are boxed once for all

    /** {@code concor}; {@code concor-engine}; or {@code loop}: without threads, events and a flow. */
    @Param({"concor", "concor-engine", "loop"})
    public String variant;

    /** The largest number of events in a batch. */
    @Param("256")
    public int size;

    /** Work per event, as in {@link WorkersBenchmark}. */
    @Param("0")
    public long tokens;

    private BatchPipeline pipeline;

    /** Starts the pipeline. */
    @Setup(Level.Trial)
    public void open() {
        pipeline = BatchPipeline.named(variant, size, BatchWork.loop(WorkersBenchmark.requireCalibrated(tokens)));
    }

    /** Sends events and waits until the last was handled. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public void saturated() {
        for (int i = 0; i < EVENTS; i++) {
            pipeline.send(FIRST + i);
        }
        pipeline.awaitEmpty();
    }

    /** Closes the pipeline. */
    @TearDown(Level.Trial)
    public void close() {
        pipeline.close();
    }
}

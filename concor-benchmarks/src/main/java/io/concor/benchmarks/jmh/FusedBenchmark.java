package io.concor.benchmarks.jmh;

import io.concor.benchmarks.pipeline.Instrumentation;
import io.concor.benchmarks.pipeline.Pipeline;
import io.concor.benchmarks.pipeline.Variant;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shapes;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Cases (a), (e) and (f): trivial tasks on one thread, time per event. To run it alone: {@code java -jar benchmarks.jar
 * jmh FusedBenchmark -prof gc}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FusedBenchmark {

    /** The implementation. */
    @Param({"concor", "plain", "loop", "completable-future", "reactor", "rxjava", "spring-integration"})
    public String variant;

    /** Instrumentation of the tasks. */
    @Param("none")
    public String instrumentation;

    /** Number of tasks. */
    @Param("8")
    public int components;

    private final Event event = new Event();
    private Pipeline pipeline;

    /** Starts the pipeline. */
    @Setup(Level.Trial)
    public void open() {
        pipeline = Variant.named(variant).open(Shapes.fused(components), Instrumentation.named(instrumentation));
    }

    /** Sends one event through all tasks. */
    @Benchmark
    public long event() {
        pipeline.send(event);
        return event.value;
    }

    /** Closes the pipeline. */
    @TearDown(Level.Trial)
    public void close() {
        pipeline.close();
    }
}

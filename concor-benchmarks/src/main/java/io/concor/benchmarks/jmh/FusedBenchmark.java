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
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Cases (a), (e) and (f): trivial tasks on one thread, time per event. To run it alone: {@code java -jar benchmarks.jar
 * jmh FusedBenchmark -prof gc}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FusedBenchmark {

    /** The implementation. */
    @Param({
        "concor",
        "concor-unobserved",
        "concor-engine",
        "plain",
        "loop",
        "completable-future",
        "completed-future",
        "reactor",
        "rxjava",
        "spring-integration"
    })
    public String variant;

    /** Instrumentation of the tasks. */
    @Param("defaults")
    public String instrumentation;

    /** Number of tasks. */
    @Param("8")
    public int components;

    /** Number of threads that send events. JMH needs the same number of threads: {@code -p senders=2 -t 2}. */
    @Param("1")
    public int senders;

    /** {@code allocated}: the senders create an object for each event; or {@code reused}. */
    @Param("allocated")
    public String events;

    private Pipeline pipeline;
    private boolean allocating;

    /** Starts the pipeline. */
    @Setup(Level.Trial)
    public void open(BenchmarkParams parameters) {
        if (parameters.getThreads() != senders) {
            throw new IllegalArgumentException("senders is %d, but JMH has %d threads: add -t %d"
                    .formatted(senders, parameters.getThreads(), senders));
        }
        allocating = EventSource.named(events) == EventSource.ALLOCATED;
        pipeline = Variant.named(variant)
                .open(Shapes.fused(components).sentBy(senders), Instrumentation.named(instrumentation));
    }

    /** Sends one event through all tasks. */
    @Benchmark
    public long event(Sender sender) {
        Event event = allocating ? new Event() : sender.event;
        pipeline.send(event);
        return event.value;
    }

    /** Closes the pipeline. */
    @TearDown(Level.Trial)
    public void close() {
        pipeline.close();
    }

    /** The event of a sending thread. */
    @State(Scope.Thread)
    public static class Sender {
        private final Event event = new Event();
    }
}

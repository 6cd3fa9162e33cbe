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
 * Cases (b) and (e): trivial tasks, each on its own thread. Measures saturated throughput: events per second from the
 * first in to the last out. To run it alone: {@code java -jar benchmarks.jar jmh StagesBenchmark -prof gc -prof
 * io.concor.benchmarks.jmh.CpuProfiler}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class StagesBenchmark {

    private static final int EVENTS = 100_000;

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
        "disruptor-one-ring",
        "queue",
        "executor",
        "executor-defaults",
        "completable-future",
        "reactor",
        "reactor-default-bound",
        "reactor-defaults",
        "rxjava",
        "rxjava-default-bound",
        "rxjava-defaults",
        "pekko",
        "pekko-defaults",
        "spring-integration"
    })
    public String variant;

    /** Instrumentation of the tasks. */
    @Param("defaults")
    public String instrumentation;

    /** Number of stages. */
    @Param("4")
    public int stages;

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
                variant, instrumentation, Shapes.singles(stages).sentBy(senders), EventSource.named(events));
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

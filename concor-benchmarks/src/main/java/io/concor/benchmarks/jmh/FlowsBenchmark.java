package io.concor.benchmarks.jmh;

import io.concor.benchmarks.workload.Shapes;
import java.util.Collections;
import java.util.List;
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
 * Case (f): many flows with one join each. 1000 events go to each flow in turn. To run it alone: {@code java -jar
 * benchmarks.jar jmh FlowsBenchmark -prof io.concor.benchmarks.jmh.CpuProfiler}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class FlowsBenchmark {

    private static final int EVENTS = 100_000;

    /** Concor with its starter, without observations, or its engine alone. */
    @Param({"concor", "concor-unobserved", "concor-engine"})
    public String variant;

    /** Number of flows. */
    @Param({"1", "10", "100"})
    public int flows;

    private List<SaturatingSender> senders;

    /** Starts the flows. */
    @Setup(Level.Trial)
    public void open() {
        senders = SaturatingSender.openAll(
                variant, "defaults", Collections.nCopies(flows, Shapes.singles(1)), EventSource.ALLOCATED);
    }

    /** Sends events and waits until the last has left. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public void saturated() {
        for (int sent = 0; sent < EVENTS; sent += EVENTS / 100) {
            senders.get(sent / (EVENTS / 100) % flows).enter(EVENTS / 100);
        }
        senders.forEach(SaturatingSender::await);
    }

    /** Closes the flows. */
    @TearDown(Level.Trial)
    public void close() {
        senders.forEach(SaturatingSender::close);
    }
}

package io.concor.benchmarks.workload;

import io.concor.benchmarks.workload.Step.AsyncCall;
import io.concor.benchmarks.workload.Step.Call;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.openjdk.jmh.infra.Blackhole;

/** The shapes of the cases of {@code docs/experiments/engine.md}. */
public final class Shapes {

    private static final long MILLISECOND = 1_000_000;

    private Shapes() {}

    /** Returns trivial tasks on the sender's thread. */
    public static Shape fused(int components) {
        return trivial(components, 0);
    }

    /** Returns trivial tasks, each on its own thread. */
    public static Shape singles(int stages) {
        return trivial(stages, 1);
    }

    private static Shape trivial(int components, int threads) {
        return new Shape(IntStream.range(0, components)
                .<Step>mapToObj(i -> new Call("task-" + i, CallKind.SIMPLE, threads, TrivialWork.trivial(i)))
                .toList());
    }

    /**
     * Returns a stage of four computing workers, followed by a stage of one thread.
     *
     * @param tokens amount of work for {@link Blackhole#consumeCPU}
     */
    public static Shape workers(long tokens) {
        return new Shape(List.of(
                new Call("work", CallKind.SIMPLE, 4, event -> busy(event, tokens)),
                new Call("collect", CallKind.SIMPLE, 1, TrivialWork.trivial(0))));
    }

    private static Event busy(Event event, long tokens) {
        Blackhole.consumeCPU(tokens);
        return event;
    }

    /**
     * Returns the shape of the mo-flow of the thesis: one task blocks for a millisecond, on 32 threads, and one calls a
     * client.
     */
    public static Shape moFlow(AsyncClient client) {
        return new Shape(List.of(
                new Call("translator", CallKind.SIMPLE, 0, TrivialWork.trivial(0)),
                new Call("session-manager", CallKind.SINGLE_THREADED, 1, TrivialWork.trivial(1)),
                new Call("router", CallKind.SIMPLE, 0, TrivialWork.trivial(2)),
                new Call("endpoint-resolver", CallKind.SYNCHRONIZED_REMOTE, 32, blocking(MILLISECOND)),
                new AsyncCall("message-sender", 0, client),
                new Call("trans-logger", CallKind.SIDE_EFFECT, 0, TrivialWork.trivial(3))));
    }

    /** Returns a task that blocks its thread, at least for this time. */
    public static Work blocking(long nanos) {
        return event -> {
            long end = System.nanoTime() + nanos;
            for (long left = nanos; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            return event;
        };
    }
}

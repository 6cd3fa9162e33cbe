package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.WaitStrategy;
import io.concor.benchmarks.workload.Stage;
import java.util.function.Supplier;

/**
 * Wait strategies of the consumers of rings.
 *
 * @param single for a ring with one consumer
 * @param several for a ring with several consumers
 */
record RingWaitStrategies(Supplier<WaitStrategy> single, Supplier<WaitStrategy> several) {

    static RingWaitStrategies stock(Supplier<WaitStrategy> waiting) {
        return new RingWaitStrategies(waiting, waiting);
    }

    /** Returns strategies that park after checking the ring this many times. */
    static RingWaitStrategies parkingAfter(int spins) {
        return new RingWaitStrategies(() -> new ParkingWaitStrategy(spins), () -> new WorkerWaitStrategy(spins));
    }

    WaitStrategy of(Stage stage) {
        return (stage.threads() == 1 ? single : several).get();
    }
}

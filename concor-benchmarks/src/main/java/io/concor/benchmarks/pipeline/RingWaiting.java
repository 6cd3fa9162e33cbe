package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.WaitStrategy;
import java.util.function.Supplier;

/**
 * How consumers of the rings wait.
 *
 * @param single of a ring with one consumer
 * @param several of a ring with several
 */
record RingWaiting(Supplier<WaitStrategy> single, Supplier<WaitStrategy> several) {

    static RingWaiting stock(Supplier<WaitStrategy> waiting) {
        return new RingWaiting(waiting, waiting);
    }

    static RingWaiting parking() {
        return new RingWaiting(ParkingWaitStrategy::new, WorkerWaitStrategy::new);
    }

    WaitStrategy of(Stage stage) {
        return (stage.threads() == 1 ? single : several).get();
    }
}

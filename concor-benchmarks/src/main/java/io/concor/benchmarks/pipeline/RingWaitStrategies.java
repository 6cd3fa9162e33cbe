package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.WaitStrategy;
import io.concor.benchmarks.workload.Stage;
import java.util.function.Supplier;

/**
 * How consumers of the rings wait.
 *
 * @param single of a ring with one consumer
 * @param several of a ring with several
 */
record RingWaitStrategies(Supplier<WaitStrategy> single, Supplier<WaitStrategy> several) {

    static RingWaitStrategies stock(Supplier<WaitStrategy> waiting) {
        return new RingWaitStrategies(waiting, waiting);
    }

    static RingWaitStrategies parking() {
        return new RingWaitStrategies(ParkingWaitStrategy::new, WorkerWaitStrategy::new);
    }

    WaitStrategy of(Stage stage) {
        return (stage.threads() == 1 ? single : several).get();
    }
}

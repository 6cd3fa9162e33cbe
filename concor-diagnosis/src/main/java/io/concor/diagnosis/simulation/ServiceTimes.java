package io.concor.diagnosis.simulation;

import io.concor.statistics.DurationHistogram;
import java.util.SplittableRandom;

/**
 * The service times of a component, independent of each other. Each component has random numbers of its own, so two
 * layouts are compared with the same times: common random numbers (Law, Simulation Modeling and Analysis, section 11.2).
 */
final class ServiceTimes {

    /** If tasks took no time at all, the throughput would be infinite. */
    private static final long LEAST_NANOS = 1;

    private final DurationHistogram histogram;
    private final SplittableRandom random;

    ServiceTimes(DurationHistogram histogram, SplittableRandom random) {
        this.histogram = histogram;
        this.random = random;
    }

    /** A step: draws the event's service time. */
    boolean draw(SimulatedEvent event) {
        event.serviceNanos = Math.max(LEAST_NANOS, histogram.nanosAt(random.nextDouble()));
        return true;
    }
}

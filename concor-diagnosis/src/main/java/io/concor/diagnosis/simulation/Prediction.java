package io.concor.diagnosis.simulation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a simulation.
 *
 * @param throughputPerSecond events that end per second
 * @param p50Micros median of the time from admission to the end
 * @param p99Micros 99th percentile of this time
 * @param limitedBy what is busy all the time: the name of a component whose slot's threads are, {@link #PROCESSORS},
 *     {@link #MAX_IN_FLIGHT}, {@link #CLIENT_THREADS}, {@link #CALLERS}, or the name of a resource; null if nothing is
 * @param busy for each slot, the share of its threads' time spent in tasks; 0 for an empty slot
 * @param blocked for each slot, the share of its threads' time spent waiting for room; 0 for an empty slot
 */
public record Prediction(
        double throughputPerSecond,
        double p50Micros,
        double p99Micros,
        @Nullable String limitedBy,
        List<Double> busy,
        List<Double> blocked) {

    /** All processors are busy. Called like the cause of a verdict, as the next two. */
    public static final String PROCESSORS = "cpu";
    /** No more events may be inside. */
    public static final String MAX_IN_FLIGHT = "admission";
    /** Continuations wait for a thread that calls them. */
    public static final String CLIENT_THREADS = "callback-thread";
    /** The threads that bring events are busy with the components before the first filled slot. */
    public static final String CALLERS = "callers";
}

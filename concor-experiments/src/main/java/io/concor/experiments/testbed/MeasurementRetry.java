package io.concor.experiments.testbed;

import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Repeats measurements that were disturbed, at most twice.
 *
 * @param progress receives the reason for each repetition
 */
public record MeasurementRetry(Consumer<String> progress) {

    private static final int TRIES = 3;

    /**
     * Measures until a measurement is not disturbed.
     *
     * @param measurement receives a different name for its files each time
     * @throws DisturbedMeasurementException if the last one was disturbed, too
     */
    public <T> T measure(String name, Function<String, T> measurement) {
        String again = name;
        for (int tries = 2; tries <= TRIES; tries++) {
            try {
                return measurement.apply(again);
            } catch (DisturbedMeasurementException disturbed) {
                progress.accept("%s: %s; repeating".formatted(again, disturbed.getMessage()));
                again = "%s-again-%d".formatted(name, tries);
            }
        }
        return measurement.apply(again);
    }
}

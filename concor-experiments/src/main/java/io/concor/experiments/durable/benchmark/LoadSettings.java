package io.concor.experiments.durable.benchmark;

import java.time.Duration;
import java.util.List;

/**
 * Settings of a load.
 *
 * @param callers threads that put
 * @param batch events of one put of {@link Scenario#SATURATED}
 * @param perSecond events a second of {@link Scenario#LATENCY}
 * @param warmUp before it is measured
 * @param time how long it is measured
 */
public record LoadSettings(Scenario scenario, int callers, int batch, int perSecond, Duration warmUp, Duration time) {

    /** Number of arguments that {@link #parse} reads. */
    static final int ARGUMENTS = 6;

    List<String> format() {
        return List.of(
                scenario.name(),
                Integer.toString(callers),
                Integer.toString(batch),
                Integer.toString(perSecond),
                warmUp.toString(),
                time.toString());
    }

    static LoadSettings parse(String[] arguments) {
        return new LoadSettings(
                Scenario.valueOf(arguments[0]),
                Integer.parseInt(arguments[1]),
                Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]),
                Duration.parse(arguments[4]),
                Duration.parse(arguments[5]));
    }
}

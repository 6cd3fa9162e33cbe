package io.concor.experiments.cost;

import io.concor.experiments.options.AttemptOptions;
import io.concor.experiments.result.PhaseDurations;
import io.concor.simulator.OptionValidator;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the measurement of costs. */
final class CostOptions {

    private static final int MAX_LOAD_PERCENT = 100;

    @Mixin
    private final AttemptOptions attempts = new AttemptOptions();

    @Option(
            names = "--loads",
            paramLabel = "PERCENT",
            split = ",",
            defaultValue = "10,50,80",
            description = "Rates of the runs, in percent of the breaking point of the twin. Default: ${DEFAULT-VALUE}.")
    private List<Integer> loads = List.of();

    @Option(names = "--time", defaultValue = "60s", description = "Duration of each run. Default: ${DEFAULT-VALUE}.")
    private Duration time = Duration.ZERO;

    @Option(
            names = "--breaking-point",
            paramLabel = "RATE",
            description = "Breaking point of the twin in requests per second. Default: a quick search finds it.")
    private @Nullable Integer breakingPoint;

    void check(OptionValidator validator) {
        attempts.check(validator);
        loads.forEach(load -> validator.requireBetween("--loads", load, 1, MAX_LOAD_PERCENT));
        validator.requireWholeSeconds("--time", time, 1, AttemptOptions.MAX_SECONDS);
        if (breakingPoint != null) {
            validator.requireBetween("--breaking-point", breakingPoint, 1, AttemptOptions.MAX_RATE);
        }
    }

    AttemptOptions attempts() {
        return attempts;
    }

    List<Integer> loads() {
        return loads;
    }

    Duration time() {
        return time;
    }

    @Nullable
    Integer breakingPoint() {
        return breakingPoint;
    }

    PhaseDurations timing() {
        return new PhaseDurations(attempts.warmUp(), attempts.leadIn(), time);
    }
}

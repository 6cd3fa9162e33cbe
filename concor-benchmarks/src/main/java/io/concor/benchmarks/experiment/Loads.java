package io.concor.benchmarks.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The loads that are sent to an application. */
final class Loads {

    /** So long that no ramp that is of use takes longer. */
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private Loads() {}

    /** One rate; what is compiled and opened only once is done after it. */
    static void warmUp(Bench bench, int rate, Duration time) {
        if (!time.isZero()) {
            constant(bench, "warm-up", Math.max(1, rate), time, List.of());
        }
    }

    /** One rate, and what it costs. */
    static Cost cost(Bench bench, int rate, Duration time) {
        Duration before = bench.cpu();
        Outcome outcome = constant(bench, "cost", rate, time, List.of());
        return Cost.of(rate, bench.cpu().minus(before), outcome);
    }

    /** A rate that grows until the application breaks. */
    static Outcome ramp(Bench bench, Ramp ramp) {
        return bench.simulate("ramp", ramp.profile(), LONGEST);
    }

    /** One rate, with more options of the simulator. */
    static Outcome constant(Bench bench, String run, int rate, Duration time, List<String> more) {
        List<String> profile =
                new ArrayList<>(List.of("constant", "--rate=" + rate, "--for=" + time.toSeconds() + "s"));
        profile.addAll(more);
        return bench.simulate(run, profile, time);
    }
}

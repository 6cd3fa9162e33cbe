package io.concor.benchmarks.experiment;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/**
 * The loads that are sent to an application. Those that are measured have a lead-in each, which is not counted, for the
 * simulator's JVM is another each time.
 */
final class Loads {

    /** So long that no ramp that is of use takes longer. */
    private static final Duration LONGEST = Duration.ofMinutes(15);

    /**
     * Requests per second and in flight while the application is cold: so few that, on two cores, its threads do not
     * keep its compilers from the processors.
     */
    private static final int COLD_RATE = 500;

    private static final String COLD_IN_FLIGHT = "--in-flight=8";

    private Loads() {}

    /** Warms up an application that has just been started. */
    static void warmUp(Bench bench, Duration time) {
        if (!time.isZero()) {
            constant(bench, "warm-up", COLD_RATE, Duration.ZERO, time, List.of(COLD_IN_FLIGHT));
        }
    }

    /** One rate, and what it costs. */
    static Cost cost(Bench bench, int rate, Duration leadIn, Duration time) {
        try (Spending spending = new Spending(bench::cpu, InstantSource.system())) {
            Outcome outcome = constant(bench, "cost", rate, leadIn, time, List.of());
            return Cost.of(
                    rate, spending.between(outcome.started(), outcome.started().plus(time)), outcome);
        }
    }

    /** A rate that grows until the application breaks. */
    static Outcome ramp(Bench bench, Ramp ramp, Duration leadIn) {
        return simulate(bench, "ramp", ramp.profile(), leadIn, LONGEST);
    }

    /** One rate, with more options of the simulator. */
    static Outcome constant(Bench bench, String run, int rate, Duration leadIn, Duration time, List<String> more) {
        List<String> profile = List.of("constant", "--rate=" + rate, "--for=" + time.toSeconds() + "s");
        return simulate(
                bench, run, Stream.concat(profile.stream(), more.stream()).toList(), leadIn, time);
    }

    private static Outcome simulate(Bench bench, String run, List<String> profile, Duration leadIn, Duration time) {
        Stream<String> option = Stream.of("--lead-in=" + leadIn.toSeconds() + "s");
        return bench.simulate(run, Stream.concat(profile.stream(), option).toList(), leadIn.plus(time));
    }
}

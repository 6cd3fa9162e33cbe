package io.concor.experiments.testbed;

import io.concor.simulator.load.LoadTotals;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The loads that are sent to an application. Those that are measured have a lead-in each, which is not counted, for the
 * simulator's JVM is another each time.
 */
public final class LoadRuns {

    /** Only against a simulator that hangs: a ramp of the thesis's steps takes an hour. */
    private static final Duration LONGEST = Duration.ofHours(6);

    /**
     * Requests per second and in flight while the application is cold: so few that, on two cores, its threads do not
     * keep its compilers from the processors.
     */
    private static final int COLD_RATE = 500;

    private static final String COLD_IN_FLIGHT = "--in-flight=8";

    /** A share; a few time out while everything is cold. */
    private static final double LEAST_COMPLETED = 0.9;

    private LoadRuns() {}

    /**
     * Warms up an application that has just been started.
     *
     * @throws ExperimentException if it does not do its work
     */
    public static void warmUp(MeasuredApplication application, Duration time) {
        if (!time.isZero()) {
            SimulatorResult outcome =
                    constant(application, "warm-up", COLD_RATE, Duration.ZERO, time, List.of(COLD_IN_FLIGHT));
            LoadTotals totals = outcome.account().totals();
            if (totals.completed() < totals.issued() * LEAST_COMPLETED) {
                throw new ExperimentException("The application has completed %d of the %d requests that warm it up"
                        .formatted(totals.completed(), totals.issued()));
            }
        }
    }

    /** A rate that grows until the application breaks. */
    public static SimulatorResult ramp(MeasuredApplication application, Ramp ramp, Duration leadIn) {
        return simulate(application, "ramp", ramp.profile(), leadIn, LONGEST);
    }

    /** One rate, with more options of the simulator. */
    public static SimulatorResult constant(
            MeasuredApplication application, String run, int rate, Duration leadIn, Duration time, List<String> more) {
        List<String> profile = List.of("constant", "--rate=" + rate, "--for=" + time.toSeconds() + "s");
        return simulate(
                application, run, Stream.concat(profile.stream(), more.stream()).toList(), leadIn, time);
    }

    private static SimulatorResult simulate(
            MeasuredApplication application, String run, List<String> profile, Duration leadIn, Duration time) {
        Stream<String> option = Stream.of("--lead-in=" + leadIn.toSeconds() + "s");
        return application.simulate(run, Stream.concat(profile.stream(), option).toList(), leadIn.plus(time));
    }
}

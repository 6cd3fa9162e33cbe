package io.concor.experiments.testbed;

import io.concor.simulator.load.LoadTotals;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sends load to an application. Each measured run has a lead-in, which is not counted, because the simulator runs in a
 * new JVM each time.
 */
public final class LoadRuns {

    /** Protects against a simulator that hangs. A ramp with the steps of the thesis takes an hour. */
    private static final Duration LONGEST = Duration.ofHours(6);

    /**
     * Rate and requests in flight while the application is cold: low enough that its threads leave two cores to the JIT
     * compilers.
     */
    private static final int COLD_RATE = 500;

    private static final String COLD_IN_FLIGHT = "--in-flight=8";

    /** Minimum share of completed requests; a few time out while the application is cold. */
    private static final double LEAST_COMPLETED = 0.9;

    private LoadRuns() {}

    /**
     * Warms up a newly started application.
     *
     * @throws ExperimentException if it does not complete enough requests
     */
    public static void warmUp(MeasuredApplication application, Duration time) {
        if (!time.isZero()) {
            SimulatorResult result =
                    constant(application, "warm-up", COLD_RATE, Duration.ZERO, time, List.of(COLD_IN_FLIGHT));
            LoadTotals totals = result.account().totals();
            if (totals.completed() < totals.issued() * LEAST_COMPLETED) {
                throw new ExperimentException(
                        "The application completed only %d of the %d warm-up requests: see its log"
                                .formatted(totals.completed(), totals.issued()));
            }
        }
    }

    /** Starts an application and warms it up. */
    public static MeasuredApplication startWarm(
            MeasuredApplication.Starter starter, String name, SampleVariant variant, Duration warmUp) {
        MeasuredApplication application = starter.start(name, variant);
        try {
            warmUp(application, warmUp);
            return application;
        } catch (RuntimeException failed) {
            application.close();
            throw failed;
        }
    }

    /** Increases the rate until the application breaks. */
    public static SimulatorResult ramp(MeasuredApplication application, Ramp ramp, Duration leadIn) {
        return simulate(application, "ramp", ramp.profile(), leadIn, LONGEST);
    }

    /** Sends a constant rate, with additional options of the simulator. */
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

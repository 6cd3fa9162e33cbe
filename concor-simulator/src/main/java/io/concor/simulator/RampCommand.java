package io.concor.simulator;

import io.concor.simulator.load.StabilityCriteria;
import io.concor.simulator.profile.LoadProfile;
import io.concor.simulator.profile.RampProfile;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A rate that grows until the service breaks. */
@Command(
        name = "ramp",
        description = "Sends at a rate that grows step by step, finds the breaking point, and stops there.",
        footer = {
            "",
            "The breaking point: a second is stable if",
            "  (1) the requests completed in it are as many as its rate, give or take --tolerance percent (or 3),",
            "  (2) at most --errors percent of its rate failed or were not sent, and",
            "  (3) the backlog at its end (requests in flight divided by the rate: a time) is at most --backlog above the",
            "      least backlog of any second so far that fulfilled (1) and (2).",
            "A fluctuation begins with a second that is not stable. It ends when a fifth of --settle (3 of 15 seconds; one",
            "at least) in a row is stable. If it has not ended --settle after its beginning, the service is broken: the",
            "breaking point is the last rate below the one at which that fluctuation began."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class RampCommand extends ProfileCommand {

    private static final int MOST_SETTLE_SECONDS = 600;

    @Option(
            names = "--start",
            defaultValue = "200",
            description = "First rate, in requests per second (default: ${DEFAULT-VALUE}).")
    private int start;

    @Option(names = "--step", defaultValue = "10", description = "What each step adds (default: ${DEFAULT-VALUE}).")
    private int step;

    @Option(names = "--every", defaultValue = "10s", description = "Length of a step (default: ${DEFAULT-VALUE}).")
    private Duration every = Duration.ZERO;

    @Option(
            names = "--limit",
            defaultValue = "100000",
            description = "Rate not exceeded; the ramp ends there, or after a day (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(
            names = "--settle",
            defaultValue = "15s",
            description = "A fluctuation that lasts so long has not settled (default: ${DEFAULT-VALUE}).")
    private Duration settle = Duration.ZERO;

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "How far completed may be from the rate (default: ${DEFAULT-VALUE}).")
    private double tolerance;

    @Option(
            names = "--errors",
            paramLabel = "PERCENT",
            defaultValue = "0.1",
            description = "How many may fail (default: ${DEFAULT-VALUE}).")
    private double errors;

    @Option(
            names = "--backlog",
            defaultValue = "250ms",
            description = "How far the backlog may grow (default: ${DEFAULT-VALUE}).")
    private Duration backlog = Duration.ZERO;

    @Override
    LoadProfile profile(OptionValidator bounds) {
        return new RampProfile(
                bounds.rate("--start", start, 1),
                bounds.rate("--step", step, 1),
                bounds.runTime("--every", every),
                bounds.within("--limit", limit, start, OptionValidator.MOST_RATE));
    }

    @Override
    StabilityCriteria stability(OptionValidator bounds) {
        bounds.wholeSeconds("--settle", settle, 1, MOST_SETTLE_SECONDS);
        bounds.percent("--tolerance", tolerance);
        bounds.percent("--errors", errors);
        bounds.within("--backlog", backlog, Duration.ofMillis(1), Duration.ofMinutes(1));
        return new StabilityCriteria(settle, tolerance, errors, backlog);
    }
}

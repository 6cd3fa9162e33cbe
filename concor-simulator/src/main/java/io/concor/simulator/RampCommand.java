package io.concor.simulator;

import io.concor.simulator.load.LoadProfile;
import io.concor.simulator.load.StabilityCriteria;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a load that grows until the service breaks. */
@Command(
        name = "ramp",
        description = "Increases the rate in steps until the service breaks, and reports the breaking point.",
        footer = {
            "",
            "The breaking point: a second is stable if",
            "  (1) the number of completed requests differs from the rate by at most --tolerance percent (or 3 requests),",
            "  (2) at most --errors percent of the requests failed or were not sent, and",
            "  (3) the backlog at its end (requests in flight divided by the rate) exceeds the minimum backlog of all",
            "      seconds that satisfied (1) and (2) by at most --backlog.",
            "A fluctuation begins with a second that is not stable. It ends after consecutive stable seconds of a fifth of",
            "--settle (3 of 15 seconds; at least one). If a fluctuation lasts as long as --settle, the service is broken.",
            "The breaking point is the last rate below the rate at which that fluctuation began."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class RampCommand extends ProfileCommand {

    private static final int MAX_SETTLE_SECONDS = 600;
    private static final Duration MIN_BACKLOG = Duration.ofMillis(1);
    private static final Duration MAX_BACKLOG = Duration.ofMinutes(1);

    @Option(
            names = "--start",
            defaultValue = "200",
            description = "First rate, in requests per second. Default: ${DEFAULT-VALUE}.")
    private int start;

    @Option(names = "--step", defaultValue = "10", description = "Increase per step. Default: ${DEFAULT-VALUE}.")
    private int step;

    @Option(names = "--every", defaultValue = "10s", description = "Duration of a step. Default: ${DEFAULT-VALUE}.")
    private Duration every = Duration.ZERO;

    @Option(
            names = "--limit",
            defaultValue = "100000",
            description = "Maximum rate. The run ends there, or after a day. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Option(
            names = "--settle",
            defaultValue = "15s",
            description = "The service is broken if a fluctuation lasts this long. Default: ${DEFAULT-VALUE}.")
    private Duration settle = Duration.ZERO;

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "Maximum difference between completed requests and rate. Default: ${DEFAULT-VALUE}.")
    private double tolerance;

    @Option(
            names = "--errors",
            paramLabel = "PERCENT",
            defaultValue = "0.1",
            description = "Maximum share of failed and unsent requests. Default: ${DEFAULT-VALUE}.")
    private double errors;

    @Option(
            names = "--backlog",
            defaultValue = "250ms",
            description = "Maximum growth of the backlog. Default: ${DEFAULT-VALUE}.")
    private Duration backlog = Duration.ZERO;

    @Override
    LoadProfile profile(OptionValidator validator) {
        return LoadProfile.ramp(
                validator.requireRate("--start", start, 1),
                validator.requireRate("--step", step, 1),
                validator.requireRunTime("--every", every),
                validator.requireRate("--limit", limit, start));
    }

    @Override
    StabilityCriteria stabilityCriteria(OptionValidator validator) {
        validator.requireWholeSeconds("--settle", settle, 1, MAX_SETTLE_SECONDS);
        validator.requirePercent("--tolerance", tolerance);
        validator.requirePercent("--errors", errors);
        validator.requireBetween("--backlog", backlog, MIN_BACKLOG, MAX_BACKLOG);
        return new StabilityCriteria(settle, tolerance, errors, backlog);
    }
}

package io.concor.simulator;

import io.concor.simulator.load.LoadProfile;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a load with bursts. */
@Command(
        name = "burst",
        description = "Sends requests at a base rate, with a burst at the end of each period.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class BurstCommand extends ProfileCommand {

    @Option(names = "--rate", required = true, description = "Requests per second between bursts; may be 0.")
    private int rate;

    @Option(names = "--burst-rate", required = true, description = "Requests per second during a burst.")
    private int burstRate;

    @Option(
            names = "--burst-length",
            defaultValue = "1s",
            description = "Duration of a burst. Default: ${DEFAULT-VALUE}.")
    private Duration burstLength = Duration.ZERO;

    @Option(
            names = "--every",
            defaultValue = "10s",
            description = "Duration of a period, including its burst. Default: ${DEFAULT-VALUE}.")
    private Duration period = Duration.ZERO;

    @Option(names = "--for", defaultValue = "60s", description = "Duration of the run. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Override
    LoadProfile profile(OptionValidator validator) {
        int periodSeconds = validator.requireRunTime("--every", period);
        int seconds = validator.requireRunTime("--for", duration);
        int checkedRate = validator.requireRate("--rate", rate, 0);
        int checkedBurstRate = validator.requireRate("--burst-rate", burstRate, Math.max(1, rate));
        int burstSeconds = validator.requireWholeSeconds("--burst-length", burstLength, 1, periodSeconds);
        int firstBurst = periodSeconds - burstSeconds;
        if (seconds <= firstBurst) {
            throw validator.invalid(
                    "--for is %d s: it must be longer than %d s, when the first burst begins at the end of a period of %d s (--every)"
                            .formatted(seconds, firstBurst, periodSeconds));
        }
        return LoadProfile.burst(checkedRate, checkedBurstRate, burstSeconds, periodSeconds, seconds);
    }
}

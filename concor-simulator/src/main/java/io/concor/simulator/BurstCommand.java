package io.concor.simulator;

import io.concor.simulator.profile.BurstProfile;
import io.concor.simulator.profile.LoadProfile;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A low rate with bursts. */
@Command(
        name = "burst",
        description = "Sends at a low rate, with a burst at the end of each period.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class BurstCommand extends ProfileCommand {

    @Option(names = "--rate", required = true, description = "Requests per second between the bursts; may be 0.")
    private int rate;

    @Option(names = "--burst-rate", required = true, description = "Requests per second in a burst.")
    private int burstRate;

    @Option(
            names = "--burst-length",
            defaultValue = "1s",
            description = "How long it lasts (default: ${DEFAULT-VALUE}).")
    private Duration length = Duration.ZERO;

    @Option(names = "--every", defaultValue = "10s", description = "From burst to burst (default: ${DEFAULT-VALUE}).")
    private Duration every = Duration.ZERO;

    @Option(names = "--for", defaultValue = "60s", description = "For how long (default: ${DEFAULT-VALUE}).")
    private Duration time = Duration.ZERO;

    @Override
    LoadProfile profile(OptionValidator bounds) {
        int everySeconds = bounds.runTime("--every", every);
        int seconds = bounds.runTime("--for", time);
        BurstProfile profile = new BurstProfile(
                bounds.rate("--rate", rate, 0),
                bounds.rate("--burst-rate", burstRate, Math.max(1, rate)),
                bounds.wholeSeconds("--burst-length", length, 1, everySeconds),
                everySeconds,
                seconds);
        if (profile.hasNoBurst()) {
            throw bounds.refused(
                    "--for is %d s: the first burst begins after %d s, for each period of --every (%d s) ends with one"
                            .formatted(seconds, profile.firstBurst(), everySeconds));
        }
        return profile;
    }
}

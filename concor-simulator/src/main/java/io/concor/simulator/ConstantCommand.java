package io.concor.simulator;

import io.concor.simulator.profile.ConstantProfile;
import io.concor.simulator.profile.LoadProfile;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** One rate all the time. */
@Command(
        name = "constant",
        description = "Sends at one rate all the time.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ConstantCommand extends ProfileCommand {

    @Option(names = "--rate", required = true, description = "Requests per second.")
    private int rate;

    @Option(names = "--for", defaultValue = "60s", description = "For how long (default: ${DEFAULT-VALUE}).")
    private Duration time = Duration.ZERO;

    @Override
    LoadProfile profile(OptionValidator bounds) {
        return new ConstantProfile(bounds.rate("--rate", rate, 1), bounds.runTime("--for", time));
    }
}

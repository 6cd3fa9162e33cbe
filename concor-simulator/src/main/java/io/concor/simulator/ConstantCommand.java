package io.concor.simulator;

import io.concor.simulator.load.LoadProfile;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a constant load. */
@Command(
        name = "constant",
        description = "Sends requests at a constant rate.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ConstantCommand extends ProfileCommand {

    @Option(names = "--rate", required = true, description = "Requests per second.")
    private int rate;

    @Option(names = "--for", defaultValue = "60s", description = "Duration of the run. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Override
    LoadProfile profile(OptionValidator validator) {
        return LoadProfile.constant(
                validator.requireRate("--rate", rate, 1), validator.requireRunTime("--for", duration));
    }
}

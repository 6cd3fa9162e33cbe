package io.concor.experiments.options;

import io.concor.simulator.CommandLineDefaults;
import picocli.CommandLine;

/** Parses options as the command line does. */
public final class CommandOptions {

    private CommandOptions() {}

    public static <T> T of(T options, String... arguments) {
        CommandLineDefaults.apply(new CommandLine(options)).parseArgs(arguments);
        return options;
    }
}

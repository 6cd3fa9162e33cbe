package io.concor.simulator;

import java.time.Duration;
import picocli.CommandLine;

/** Durations and error messages that are common to all command lines of the project. */
public final class CommandLineDefaults {

    private CommandLineDefaults() {}

    /**
     * Makes a command line and its subcommands accept durations such as {@code 500ms}, {@code 30s} and {@code 2m}, and
     * report invalid options in one line.
     *
     * @return the same command line
     */
    public static CommandLine apply(CommandLine commandLine) {
        return commandLine
                .registerConverter(Duration.class, new DurationConverter())
                .setParameterExceptionHandler(new ParameterErrorHandler());
    }
}

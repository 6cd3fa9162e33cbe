package io.concor.simulator;

import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line: {@code java -jar simulator.jar --help}. */
@Command(
        name = "simulator",
        description = "Sends HTTP requests when they are due, whatever became of those before, and measures.",
        mixinStandardHelpOptions = true,
        subcommands = {RampCommand.class, ConstantCommand.class, BurstCommand.class})
public final class Simulator {

    private Simulator() {}

    /**
     * Runs a command and ends the JVM with its exit code.
     *
     * @param arguments the command and its options
     */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Simulator())
                .registerConverter(Duration.class, new DurationConverter())
                .setParameterExceptionHandler(new ParameterErrorHandler())
                .setUsageHelpWidth(120)
                .setCaseInsensitiveEnumValuesAllowed(true);
    }
}

package io.concor.simulator;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line: {@code java -jar simulator.jar --help}. */
@Command(
        name = "simulator",
        description = "Load generator: sends HTTP requests at a given rate, whether or not earlier requests have ended,"
                + " and measures latency. queues runs clients of message queues in a closed loop instead.",
        mixinStandardHelpOptions = true,
        subcommands = {RampCommand.class, ConstantCommand.class, BurstCommand.class, QueuesCommand.class})
public final class Simulator {

    private Simulator() {}

    /**
     * Runs a command and exits the JVM with its exit code.
     *
     * @param arguments the command and its options
     */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return CommandLineDefaults.apply(new CommandLine(new Simulator()))
                .setUsageHelpWidth(120)
                .setCaseInsensitiveEnumValuesAllowed(true);
    }
}

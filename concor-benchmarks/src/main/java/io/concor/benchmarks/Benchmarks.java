package io.concor.benchmarks;

import io.concor.benchmarks.jmh.CalibrateCommand;
import io.concor.benchmarks.jmh.JmhCommand;
import io.concor.benchmarks.load.ExchangeCommand;
import io.concor.benchmarks.load.GrowCommand;
import io.concor.benchmarks.load.IdleCommand;
import io.concor.benchmarks.load.LatencyCommand;
import io.concor.benchmarks.load.VariantsCommand;
import io.concor.benchmarks.report.GoalsCommand;
import io.concor.benchmarks.report.MachineCommand;
import io.concor.benchmarks.report.TableCommand;
import io.concor.simulator.CommandLineDefaults;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Runs the measurements of {@code docs/experiments/engine.md}: {@code java -jar benchmarks.jar --help}. */
@Command(
        name = "benchmarks",
        description = "Compares the engine of Concor with its peers.",
        mixinStandardHelpOptions = true,
        subcommands = {
            LatencyCommand.class,
            ExchangeCommand.class,
            GrowCommand.class,
            IdleCommand.class,
            VariantsCommand.class,
            CalibrateCommand.class,
            TableCommand.class,
            MachineCommand.class,
            GoalsCommand.class
        })
public final class Benchmarks {

    private Benchmarks() {}

    /**
     * Runs a command and ends the JVM with its exit code.
     *
     * @param arguments the command and its options
     */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine jmh = new CommandLine(new JmhCommand()).setUnmatchedOptionsArePositionalParams(true);
        return CommandLineDefaults.apply(new CommandLine(new Benchmarks()).addSubcommand("jmh", jmh));
    }
}

package io.concor.experiments;

import io.concor.experiments.autopilot.AutopilotCommand;
import io.concor.experiments.autopilot.AutopilotLoadCommand;
import io.concor.experiments.batch.BatchSizesCommand;
import io.concor.experiments.batch.DayCommand;
import io.concor.experiments.clientqueues.ClientQueuesCommand;
import io.concor.experiments.clientqueues.hostile.ClientQueuesHostileCommand;
import io.concor.experiments.clientqueues.kill.ClientQueuesKillCommand;
import io.concor.experiments.clientqueues.report.ClientQueuesReportCommand;
import io.concor.experiments.cost.CostCommand;
import io.concor.experiments.distributed.PipelineCommand;
import io.concor.experiments.durable.DurableBenchmarkCommand;
import io.concor.experiments.durable.DurableCheckCommand;
import io.concor.experiments.laboratory.LaboratoryCommand;
import io.concor.experiments.laboratory.cost.DiagnosisCostCommand;
import io.concor.experiments.laboratory.prediction.PredictionsCommand;
import io.concor.experiments.overhead.OverheadCommand;
import io.concor.experiments.scale.RemoteModelCommand;
import io.concor.experiments.switching.SwitchingCommand;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.simulator.CommandLineDefaults;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/**
 * Runs the experiments of the thesis, with the sample applications and real databases: {@code java -jar experiments.jar
 * --help}.
 */
@Command(
        name = "experiments",
        description = "Repeats the experiments of the thesis. Applications, databases and load are separate processes.",
        mixinStandardHelpOptions = true,
        subcommands = {
            OverheadCommand.class,
            SwitchingCommand.class,
            CostCommand.class,
            LaboratoryCommand.class,
            PredictionsCommand.class,
            DiagnosisCostCommand.class,
            AutopilotCommand.class,
            AutopilotLoadCommand.class,
            BatchSizesCommand.class,
            DayCommand.class,
            DurableCheckCommand.class,
            DurableBenchmarkCommand.class,
            PipelineCommand.class,
            RemoteModelCommand.class,
            ClientQueuesCommand.class,
            ClientQueuesKillCommand.class,
            ClientQueuesHostileCommand.class,
            ClientQueuesReportCommand.class
        })
public final class Experiments {

    private Experiments() {}

    /**
     * Runs an experiment and ends the JVM with its exit code.
     *
     * @param arguments the number of the experiment and its options
     */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return CommandLineDefaults.apply(new CommandLine(new Experiments()))
                .setExecutionExceptionHandler(Experiments::handle);
    }

    /**
     * Prints the message of an {@link ExperimentException}; any other exception is a defect and keeps its stack trace.
     */
    private static int handle(Exception failure, CommandLine command, ParseResult parsed) throws Exception {
        if (!(failure instanceof ExperimentException expected)) {
            throw failure;
        }
        command.getErr().println(expected.messageWithCause());
        return command.getCommandSpec().exitCodeOnExecutionException();
    }
}

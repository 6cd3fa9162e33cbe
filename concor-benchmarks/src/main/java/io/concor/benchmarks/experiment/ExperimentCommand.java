package io.concor.benchmarks.experiment;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/** The experiments of the thesis, with the sample applications and real databases. */
@Command(
        name = "experiment",
        description = "Makes the experiments of the thesis: real applications, databases and load, each a process.",
        mixinStandardHelpOptions = true,
        subcommands = {OverheadCommand.class, SwitchingCommand.class})
public final class ExperimentCommand {

    /** Called by picocli. */
    public ExperimentCommand() {}

    /**
     * Tells in words why an experiment could not go on; everything else that fails is a mistake, and shown as it is.
     *
     * @throws Exception what failed, where it is such a mistake
     */
    public static int tell(Exception failure, CommandLine command, ParseResult parsed) throws Exception {
        if (!(failure instanceof ExperimentException)) {
            throw failure;
        }
        command.getErr().println(words(failure));
        return command.getCommandSpec().exitCodeOnExecutionException();
    }

    static String words(Exception failure) {
        return failure.getMessage() + (failure.getCause() == null ? "" : ": " + failure.getCause());
    }
}

package io.concor.simulator;

import io.concor.simulator.queues.ClientLoadSettings;
import io.concor.simulator.queues.QueuesOutcome;
import io.concor.simulator.queues.QueuesResult;
import io.concor.simulator.queues.QueuesRun;
import io.concor.simulator.queues.SetupException;
import io.concor.simulator.result.ResultFolder;
import io.concor.simulator.result.RunEnding;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs clients of message queues, and checks the messages. */
@Command(
        name = "queues",
        description =
                "Runs clients of message queues. Each sends a message to another client through a random queue, lists"
                        + " the queues in which messages wait for it, receives one message from each, and begins again"
                        + " without a pause. Each message is checked.",
        footer = {
            "",
            "The exit code is 1 if a message was lost, twice or wrong:",
            "  lost    its send was acknowledged, and no client received it,",
            "  twice   it was received again; with --ack explicit, after its end was acknowledged or during its lease,",
            "  wrong   its content, sender or id was not the one sent, or another client or queue had it."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class QueuesCommand implements Callable<Integer> {

    @Mixin
    private final QueuesOptions options = new QueuesOptions();

    @Option(
            names = {"-o", "--results"},
            paramLabel = "FOLDER",
            defaultValue = "simulator-results",
            description = "Folder for result.json. Default: ${DEFAULT-VALUE}.")
    private Path results = Path.of("");

    @Option(names = "--name", description = "Name of the run. Default: queues.")
    private @Nullable String name;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        OptionValidator validator = new OptionValidator(spec);
        ClientLoadSettings settings = options.settings(validator);
        ResultFolder folder = RunOptions.resultFolder(results, validator);
        QueuesRun run = new QueuesRun(settings);
        try (ShutdownHook hook = new ShutdownHook(run::stop, settings.drain().plusNanos(settings.leaseNanos()))) {
            QueuesOutcome outcome = run.run(new QueuesProgressPrinter(out())::print);
            RunEnding ending = RunEnding.of(hook.interrupted(), null);
            return report(folder, QueuesResult.of(name == null ? spec.name() : name, settings, outcome, ending));
        } catch (SetupException e) {
            return fail(String.valueOf(e.getMessage()));
        }
    }

    /** Prints the summary before it writes the file, so that it is not lost if it cannot be written. */
    private int report(ResultFolder folder, QueuesResult result) {
        out().println(result.summary());
        out().flush();
        try {
            folder.writeResult(result);
        } catch (IOException e) {
            return fail("Cannot write the results to " + results + ": " + e);
        }
        out().println("Results: " + results.toAbsolutePath());
        out().flush();
        return result.isCorrect() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private int fail(String reason) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(reason);
        err.flush();
        return ExitCode.SOFTWARE;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}

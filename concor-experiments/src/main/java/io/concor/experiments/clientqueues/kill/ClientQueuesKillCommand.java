package io.concor.experiments.clientqueues.kill;

import io.concor.experiments.options.CommandOutput;
import io.concor.experiments.options.RootOption;
import io.concor.simulator.OptionValidator;
import io.concor.simulator.queues.check.MessageContents;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks that no message is lost, twice or wrong while servers and their database are killed. */
@Command(
        name = "client-queues-kill",
        description =
                "Runs clients of message queues over two servers on one PostgreSQL. The servers are killed in turn (kill"
                        + " -9), and the database once, in the middle; what is killed is started again at once. The"
                        + " exit code is 1 if a message was lost, twice or wrong, or a server did not answer again.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ClientQueuesKillCommand implements Callable<Integer> {

    private static final int MIN_CLIENTS = 4;
    private static final int MAX_CLIENTS = 2000;
    private static final int MAX_QUEUES = 10_000;
    private static final int MAX_MESSAGE_SIZE = 2000;
    private static final int MAX_SECONDS = 24 * 60 * 60;
    private static final int KILLS_IN_A_RUN = 3;
    private static final Duration MIN_EVERY = Duration.ofSeconds(1);
    private static final Duration MIN_LEASE = Duration.ofSeconds(1);
    private static final Duration MAX_LEASE = Duration.ofMinutes(10);

    @Mixin
    private final RootOption root = new RootOption();

    @Option(
            names = "--clients",
            defaultValue = "100",
            description = "Number of clients: half of them acknowledge automatically, the others explicitly. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int clients;

    @Option(names = "--queues", defaultValue = "50", description = "Number of queues. Default: ${DEFAULT-VALUE}.")
    private int queues;

    @Option(
            names = "--message-size",
            defaultValue = "200",
            description = "Characters of a message. Default: ${DEFAULT-VALUE}.")
    private int messageSize;

    @Option(
            names = "--lease",
            defaultValue = "10s",
            description =
                    "How long messages are leased to clients that acknowledge explicitly. Default: ${DEFAULT-VALUE}.")
    private Duration lease = Duration.ZERO;

    @Option(names = "--for", defaultValue = "10m", description = "Duration of the load. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--every",
            defaultValue = "20s",
            description = "Time between the kills of two servers; longer if a server takes longer to start. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Duration every = Duration.ZERO;

    @Option(
            names = "--rate",
            defaultValue = "400",
            description =
                    "Requests per second of all clients; 0 for as many as are answered. Default: ${DEFAULT-VALUE}.")
    private int rate;

    @Mixin
    private final CommandOutput console = new CommandOutput();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        KillSettings settings = settings(new OptionValidator(spec));
        console.printProvenance();
        console.print(settings.toString());
        KillResult result = new KillRun(settings, root.workspace(), console::print).run();
        result.lines().forEach(console::print);
        return result.passed() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private KillSettings settings(OptionValidator validator) {
        if (validator.requireBetween("--clients", clients, MIN_CLIENTS, MAX_CLIENTS) % 2 != 0) {
            throw validator.invalid(
                    "--clients is " + clients + ": it must be even, half of them for each way to" + " acknowledge");
        }
        validator.requireBetween("--queues", queues, 1, MAX_QUEUES);
        validator.requireBetween("--message-size", messageSize, MessageContents.MIN_SIZE, MAX_MESSAGE_SIZE);
        validator.requireBetween("--lease", lease, MIN_LEASE, MAX_LEASE);
        int seconds = validator.requireWholeSeconds("--for", duration, KILLS_IN_A_RUN, MAX_SECONDS);
        validator.requireBetween("--every", every, MIN_EVERY, duration.dividedBy(KILLS_IN_A_RUN));
        validator.requireBetween("--rate", rate, 0, OptionValidator.MAX_RATE);
        return new KillSettings(clients, queues, messageSize, lease, seconds, every, rate);
    }
}

package io.concor.experiments.clientqueues;

import io.concor.benchmarks.report.BuildCommit;
import io.concor.benchmarks.report.MachineFacts;
import io.concor.experiments.clientqueues.testbed.ClientLoad;
import io.concor.simulator.HeaderParser;
import io.concor.simulator.OptionValidator;
import io.concor.simulator.PasswordOption;
import io.concor.simulator.queues.ClientLoadSettings;
import io.concor.simulator.queues.QueuesOutcome;
import io.concor.simulator.queues.check.ClientAccounts;
import io.concor.simulator.queues.check.ClientRange;
import io.concor.simulator.queues.check.MessageContents;
import io.concor.simulator.queues.http.ConnectionSettings;
import io.concor.simulator.queues.http.QueueServerAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures servers of message queues with one setting that varies. */
@Command(
        name = "client-queues",
        description =
                "Measures running servers of message queues with the clients of the simulator (simulator queues), with"
                        + " several sizes of messages, numbers of clients or threads. Values alternate from round to"
                        + " round; a table is printed. The exit code is 1 if a message was lost, twice or wrong.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ClientQueuesCommand implements Callable<Integer> {

    private static final int MAX_ROUNDS = 100;
    private static final int MAX_QUEUES = 10_000;
    private static final int MAX_SECONDS = 3600;
    private static final int MAX_WARM_UP_SECONDS = 600;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration DRAIN = Duration.ofMinutes(2);

    @Parameters(paramLabel = "URL", arity = "1..*", description = "Servers: http://host:port.")
    private List<URI> urls = List.of();

    @Option(
            names = "--vary",
            required = true,
            description = "${COMPLETION-CANDIDATES}. THREADS changes the threads of --slot while the server runs.")
    private VariedSetting varied = VariedSetting.CLIENTS;

    @Option(
            names = "--values",
            required = true,
            split = ",",
            paramLabel = "VALUE",
            description = "Values of the setting that varies, for example 10,20,50,100.")
    private List<Integer> values = List.of();

    @Option(names = "--clients", defaultValue = "50", description = "Number of clients. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(names = "--queues", defaultValue = "50", description = "Number of queues. Default: ${DEFAULT-VALUE}.")
    private int queues;

    @Option(
            names = "--message-size",
            defaultValue = "20",
            description = "Characters of a message. Default: ${DEFAULT-VALUE}, as in the report.")
    private int messageSize;

    @Option(names = "--for", defaultValue = "30s", description = "Duration of a run. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(names = "--warm-up", defaultValue = "15s", description = "Load before a run. Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ZERO;

    @Option(names = "--rounds", defaultValue = "3", description = "Runs of each value. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--user-prefix",
            defaultValue = "client",
            description = "The name of a client is this prefix and its number, from 1. Default: ${DEFAULT-VALUE}.")
    private String userPrefix = "";

    @Mixin
    private final PasswordOption password = new PasswordOption();

    @Option(
            names = "--slot",
            paramLabel = "URL",
            description = "With --vary THREADS: the slot, http://host:port/actuator/concorslots/queue-server/store.")
    private @Nullable URI slot;

    @Option(
            names = "--slot-header",
            paramLabel = "'NAME: VALUE'",
            description = "Header of the requests to --slot. Repeatable.")
    private String[] slotHeaders = {};

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        OptionValidator validator = new OptionValidator(spec);
        check(validator);
        ConnectionSettings connections = new ConnectionSettings(
                urls.stream().map(url -> server(url, validator)).toList(), TIMEOUT);
        SlotThreads threads = threads(validator);
        ClientAccounts accounts = new ClientAccounts(userPrefix, password.password(validator));
        print("Commit " + BuildCommit.current() + "; " + MachineFacts.collect());
        VariedRuns runs = new VariedRuns(varied);
        for (int round = 0; round < rounds; round++) { // so that a drift of the machine concerns all values
            for (int value : values) {
                if (threads != null) {
                    threads.set(value);
                }
                QueuesOutcome outcome = ClientLoad.run(settings(value, connections, accounts, validator));
                print(varied.title() + " " + value + ": " + outcome.statistics().requestsPerSecond());
                runs.add(value, outcome);
            }
        }
        print(runs.table());
        return runs.areCorrect() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void check(OptionValidator validator) {
        values.forEach(value -> validator.requireBetween("--values", value, varied.min(), varied.max()));
        validator.requireBetween("--clients", clients, VariedSetting.CLIENTS.min(), VariedSetting.CLIENTS.max());
        validator.requireBetween("--queues", queues, 1, MAX_QUEUES);
        validator.requireBetween("--message-size", messageSize, MessageContents.MIN_SIZE, MessageContents.MAX_SIZE);
        validator.requireBetween("--rounds", rounds, 1, MAX_ROUNDS);
    }

    private static QueueServerAddress server(URI url, OptionValidator validator) {
        try {
            return QueueServerAddress.of(url);
        } catch (IllegalArgumentException e) {
            throw validator.invalid(String.valueOf(e.getMessage()));
        }
    }

    private @Nullable SlotThreads threads(OptionValidator validator) {
        if ((slot == null) == (varied == VariedSetting.THREADS)) {
            throw validator.invalid("--slot is required with --vary THREADS, and allowed only then");
        }
        return slot == null ? null : new SlotThreads(slot, HeaderParser.parse("--slot-header", slotHeaders, validator));
    }

    private ClientLoadSettings settings(
            int value, ConnectionSettings connections, ClientAccounts accounts, OptionValidator validator) {
        int count = varied == VariedSetting.CLIENTS ? value : clients;
        return new ClientLoadSettings(
                connections,
                new ClientRange(1, count, count),
                queues,
                varied == VariedSetting.MESSAGE_SIZE ? value : messageSize,
                null,
                validator.requireWholeSeconds("--warm-up", warmUp, 0, MAX_WARM_UP_SECONDS),
                validator.requireWholeSeconds("--for", duration, 1, MAX_SECONDS),
                0,
                DRAIN,
                1,
                accounts,
                null);
    }

    private void print(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}

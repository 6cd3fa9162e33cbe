package io.concor.experiments.clientqueues;

import io.concor.experiments.clientqueues.testbed.ClientLoad;
import io.concor.experiments.options.CommandOutput;
import io.concor.simulator.OptionValidator;
import io.concor.simulator.PasswordOption;
import io.concor.simulator.queues.ClientLoadSettings;
import io.concor.simulator.queues.QueuesOutcome;
import io.concor.simulator.queues.check.ClientAccounts;
import io.concor.simulator.queues.check.ClientRange;
import io.concor.simulator.queues.check.DeliveryResult;
import io.concor.simulator.queues.check.MessageContents;
import io.concor.simulator.queues.http.ConnectionSettings;
import io.concor.simulator.queues.http.QueueServerAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
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
                        + " several sizes of messages, numbers of clients, threads or connections. Values alternate"
                        + " from round to round; a table is printed. Threads and connections change while the server"
                        + " and the clients go on, in one run. The exit code is 1 if a message was lost, twice or"
                        + " wrong, or if a request of such a run failed.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ClientQueuesCommand implements Callable<Integer> {

    private static final int MAX_ROUNDS = 100;
    private static final int MAX_VALUES = 100;
    private static final int MAX_QUEUES = 10_000;
    private static final int MAX_SECONDS = 3600;
    private static final int MAX_WARM_UP_SECONDS = 600;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration DRAIN = Duration.ofMinutes(2);

    @Parameters(paramLabel = "URL", arity = "1..*", description = "Servers: http://host:port.")
    private List<URI> urls = List.of();

    @Option(names = "--vary", required = true, description = "${COMPLETION-CANDIDATES}.")
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

    @Option(
            names = "--for",
            defaultValue = "30s",
            description = "Duration of a run, or of a value in one run. Default: ${DEFAULT-VALUE}.")
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

    @Mixin
    private final LiveOptions live = new LiveOptions();

    @Mixin
    private final CommandOutput console = new CommandOutput();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        OptionValidator validator = new OptionValidator(spec);
        check(validator);
        IntConsumer change = live.change(varied, validator);
        int least = varied.isLive() ? LiveSteps.LEAST_SECONDS : 1;
        int seconds = validator.requireWholeSeconds("--for", duration, least, MAX_SECONDS);
        LiveSteps steps = new LiveSteps(varied, values, rounds, seconds, change, live.verdict(validator));
        if (varied.isLive()) {
            validator.requireBetween("--for, times --values and --rounds,", steps.seconds(), 1, MAX_SECONDS);
        }
        IntFunction<ClientLoadSettings> load = load(varied.isLive() ? steps.seconds() : seconds, validator);
        console.printProvenance();
        boolean isGood = varied.isLive() ? runAtOnce(steps, load.apply(0)) : runEach(load);
        return isGood ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void check(OptionValidator validator) {
        validator.requireBetween("The number of --values", values.size(), 1, MAX_VALUES);
        values.forEach(value -> validator.requireBetween("--values", value, varied.min(), varied.max()));
        validator.requireBetween("--clients", clients, VariedSetting.CLIENTS.min(), VariedSetting.CLIENTS.max());
        validator.requireBetween("--queues", queues, 1, MAX_QUEUES);
        validator.requireBetween("--message-size", messageSize, MessageContents.MIN_SIZE, MessageContents.MAX_SIZE);
        validator.requireBetween("--rounds", rounds, 1, MAX_ROUNDS);
    }

    /** Returns the load of a run with a value of the setting, which means nothing to it if the setting is the server's. */
    private IntFunction<ClientLoadSettings> load(int seconds, OptionValidator validator) {
        ConnectionSettings connections = new ConnectionSettings(
                urls.stream().map(url -> server(url, validator)).toList(), TIMEOUT);
        ClientAccounts accounts = new ClientAccounts(userPrefix, password.password(validator));
        int warmUpSeconds = validator.requireWholeSeconds("--warm-up", warmUp, 0, MAX_WARM_UP_SECONDS);
        return value -> {
            int count = varied == VariedSetting.CLIENTS ? value : clients;
            return new ClientLoadSettings(
                    connections,
                    new ClientRange(1, count, count),
                    queues,
                    varied == VariedSetting.MESSAGE_SIZE ? value : messageSize,
                    null,
                    warmUpSeconds,
                    seconds,
                    0,
                    DRAIN,
                    1,
                    accounts,
                    null);
        };
    }

    private static QueueServerAddress server(URI url, OptionValidator validator) {
        try {
            return QueueServerAddress.of(url);
        } catch (IllegalArgumentException e) {
            throw validator.invalid(String.valueOf(e.getMessage()));
        }
    }

    /** Runs each value alone. Returns whether all is well. */
    private boolean runEach(IntFunction<ClientLoadSettings> load) {
        VariedRuns runs = new VariedRuns(varied);
        for (int round = 0; round < rounds; round++) { // so that a drift of the machine concerns all values
            for (int value : values) {
                QueuesOutcome outcome = ClientLoad.run(load.apply(value));
                console.print(varied.title() + " " + value + ": "
                        + outcome.statistics().requestsPerSecond());
                runs.add(value, outcome);
            }
        }
        console.print(runs.table());
        return runs.areCorrect();
    }

    /** Runs all values in turn while the clients go on. Returns whether all is well. */
    private boolean runAtOnce(LiveSteps steps, ClientLoadSettings load) {
        steps.begin();
        QueuesOutcome outcome = ClientLoad.run(load, steps);
        DeliveryResult deliveries = outcome.deliveries();
        Map<String, Long> errors = outcome.statistics().errors();
        console.print(steps.table());
        console.print("Errors: " + (errors.isEmpty() ? "none" : errors) + ". Messages lost: " + deliveries.lost()
                + ", not received in time: " + deliveries.unreceived() + ", twice: " + deliveries.twice() + ", wrong: "
                + deliveries.wrong());
        return errors.isEmpty() && deliveries.isCorrect();
    }
}

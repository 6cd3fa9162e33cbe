package io.concor.experiments.clientqueues.hostile;

import io.concor.experiments.clientqueues.testbed.OpenFiles;
import io.concor.experiments.options.CommandOutput;
import io.concor.experiments.options.OutputFolder;
import io.concor.experiments.options.RootOption;
import io.concor.simulator.OptionValidator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what hostile clients do to the others. */
@Command(
        name = "client-queues-hostile",
        description =
                "Measures the latency of clients of a queue server on PostgreSQL at a fixed rate: alone, next to hostile"
                        + " clients, and after those have gone. Hostile clients send huge, endless and slow bodies,"
                        + " wrong passwords, JSON that is none and messages to no queue, leave connections open, and"
                        + " wait for messages. The exit code is 1 if the 99th percentile grows beyond the goal, if a"
                        + " message was lost, twice or wrong, or if the server is not well afterwards.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ClientQueuesHostileCommand implements Callable<Integer> {

    private static final int MAX_CLIENTS = 1000;
    private static final int MAX_QUEUES = 1000;
    private static final int MAX_RATE = 10_000;
    private static final int MAX_SECONDS = 3600;
    private static final int MAX_ATTACKS = 100;
    private static final int MAX_WAITING = 10_000;
    private static final int MAX_WAIT_SECONDS = 60;
    private static final double MAX_GOAL = 1000;

    /** Files of a process besides the receives that wait. */
    private static final int OTHER_FILES = 3000;

    @Mixin
    private final RootOption root = new RootOption();

    @Option(
            names = "--clients",
            defaultValue = "50",
            description = "Number of clients that are not hostile. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(names = "--queues", defaultValue = "50", description = "Number of queues. Default: ${DEFAULT-VALUE}.")
    private int queues;

    @Option(
            names = "--rate",
            defaultValue = "300",
            description = "Requests per second of the clients that are not hostile. Default: ${DEFAULT-VALUE}.")
    private int rate;

    @Option(
            names = "--warm-up",
            defaultValue = "60s",
            description = "Load before the first measurement. Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--for",
            defaultValue = "60s",
            description = "Duration of each measurement. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--hostile",
            defaultValue = "50",
            description = "Number of hostile clients. Default: ${DEFAULT-VALUE}.")
    private int hostile;

    @Option(
            names = "--attacks",
            defaultValue = "5",
            description = "Attacks of each hostile client per second. Default: ${DEFAULT-VALUE}.")
    private int attacks;

    @Option(
            names = "--waiting",
            defaultValue = "10000",
            description = "Receives of the hostile clients that wait. Default: ${DEFAULT-VALUE}.")
    private int waiting;

    @Option(
            names = "--wait",
            defaultValue = "60s",
            description = "How long each of them waits. Default: ${DEFAULT-VALUE}.")
    private Duration wait = Duration.ZERO;

    @Option(
            names = "--goal",
            defaultValue = "2",
            description =
                    "How many times as long the 99th percentile may take under attack. Default: ${DEFAULT-VALUE}.")
    private double goal;

    @Option(
            names = "--jvm",
            split = ",",
            defaultValue = "-Xms2g,-Xmx2g,-XX:+AlwaysPreTouch", // as the README of the server says
            description = "Options of the JVM of the server, with commas between. Default: ${DEFAULT-VALUE}.")
    private List<String> jvm = List.of();

    @Mixin
    private final OutputFolder output = new OutputFolder("client-queues-hostile");

    @Mixin
    private final CommandOutput console = new CommandOutput();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        OptionValidator validator = new OptionValidator(spec);
        HostileSettings settings = settings(validator);
        Path folder = output.require(validator);
        console.printProvenance();
        console.print(settings.toString());
        HostileResult result = new HostileRun(settings, root.workspace(), console::print).run();
        result.phases().forEach(phase -> phase.write(folder));
        result.lines().forEach(console::print);
        return result.faults().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private HostileSettings settings(OptionValidator validator) {
        validator.requireBetween("--clients", clients, 2, MAX_CLIENTS);
        validator.requireBetween("--queues", queues, 1, MAX_QUEUES);
        validator.requireBetween("--rate", rate, 1, MAX_RATE);
        validator.requireBetween("--hostile", hostile, 1, HostileClients.MAX);
        validator.requireBetween("--attacks", attacks, 0, MAX_ATTACKS);
        validator.requireBetween("--waiting", waiting, 0, MAX_WAITING);
        validator.requireBetween("--goal", goal, 1, MAX_GOAL);
        requireJvmOptions(validator);
        requireFiles(validator);
        return new HostileSettings(
                clients,
                queues,
                rate,
                validator.requireWholeSeconds("--warm-up", warmUp, 0, MAX_SECONDS),
                validator.requireWholeSeconds("--for", duration, 1, MAX_SECONDS),
                hostile,
                attacks,
                waiting,
                Duration.ofSeconds(validator.requireWholeSeconds("--wait", wait, 1, MAX_WAIT_SECONDS)),
                goal,
                jvm);
    }

    private void requireJvmOptions(OptionValidator validator) {
        for (String option : jvm) {
            if (!option.startsWith("-X")) {
                throw validator.invalid("--jvm has '" + option + "': each option must begin with -X");
            }
        }
    }

    /** Each receive that waits is a connection, of this process and of the server. */
    private void requireFiles(OptionValidator validator) {
        long needed = waiting + clients + OTHER_FILES;
        if (OpenFiles.limit() < needed) {
            throw validator.invalid("--waiting is " + waiting + ": a process may have " + OpenFiles.limit()
                    + " files open, and needs " + needed + "; use a smaller number or raise the limit with ulimit -n");
        }
    }
}

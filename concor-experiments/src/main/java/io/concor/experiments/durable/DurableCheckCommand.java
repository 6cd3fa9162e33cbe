package io.concor.experiments.durable;

import io.concor.experiments.durable.check.CheckReport;
import io.concor.experiments.durable.check.CheckSettings;
import io.concor.experiments.durable.check.Checker;
import io.concor.experiments.durable.check.FaultCount;
import io.concor.experiments.durable.fault.Fault;
import io.concor.experiments.durable.subject.SubjectArguments;
import io.concor.experiments.options.CommandOutput;
import io.concor.experiments.options.RootOption;
import io.concor.simulator.OptionValidator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks whether a durable queue loses events or handles them twice. */
@Command(
        name = "durable-check",
        description =
                "Runs a queue in a database under load and faults, and compares what it accepted with what its task has"
                        + " written. Exit code 1 if events were lost, done twice, made up, or out of an order that is promised.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class DurableCheckCommand implements Callable<Integer> {

    private static final int MAX_INSTANCES = 16;
    private static final int MAX_KEYS = 10_000_000;
    private static final int MAX_EVENTS = 100_000_000;
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final long MEGABYTE = 1024 * 1024;

    @Mixin
    private final SubjectOptions subject = new SubjectOptions();

    @Mixin
    private final RootOption root = new RootOption();

    @Option(names = "--instances", defaultValue = "2", description = "Processes. Default: ${DEFAULT-VALUE}.")
    private int instances;

    @Option(
            names = "--keys",
            defaultValue = "1000",
            description = "Keys of events; 1 for one order of all events. Default: ${DEFAULT-VALUE}.")
    private int keys;

    @Option(
            names = "--events",
            defaultValue = "100000",
            description =
                    "Events to send at least; load goes on until all faults have happened. Default: ${DEFAULT-VALUE}.")
    private int events;

    @Option(
            names = "--rate",
            defaultValue = "0",
            description = "Events a second for each instance; 0 for as many as it answers. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "FAULT:COUNT",
            description =
                    "What happens, in random order: kill-jvm, leave, pause-jvm, terminate-connection, kill-backend,"
                            + " kill-server, cut-before-commit, cut-after-commit, cut-anywhere, silence, disk-full, kill-broker, pause-broker,"
                            + " change-layout. Default: none.")
    private List<String> faults = List.of();

    @Option(
            names = "--every",
            defaultValue = "1s",
            description = "Average time between faults. Default: ${DEFAULT-VALUE}.")
    private Duration every = Duration.ZERO;

    @Option(
            names = "--pause",
            defaultValue = "15s",
            description = "How long a process is paused, a connection silent and the disk full: longer than a lease."
                    + " Default: ${DEFAULT-VALUE}.")
    private Duration pause = Duration.ZERO;

    @Option(
            names = "--patience",
            defaultValue = "2m",
            description = "An event is lost if nothing has changed for this time: longer than any recovery. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Duration patience = Duration.ZERO;

    @Option(
            names = "--disk",
            defaultValue = "2048",
            description = "Size in MB of the disk for the fault disk-full. Default: ${DEFAULT-VALUE}.")
    private int disk;

    @Option(
            names = "--seed",
            description = "Seed of all that is random. Default: another one each time; it is printed.")
    private long seed = new Random().nextInt(Integer.MAX_VALUE);

    @Mixin
    private final CommandOutput console = new CommandOutput();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        OptionValidator validator = new OptionValidator(spec);
        validator.requireBetween("--instances", instances, 1, MAX_INSTANCES);
        validator.requireBetween("--keys", keys, 1, MAX_KEYS);
        validator.requireBetween("--events", events, 1, MAX_EVENTS);
        validator.requireBetween("--rate", rate, 0, OptionValidator.MAX_RATE);
        validator.requireBetween("--every", every, Duration.ZERO, LONGEST);
        validator.requireBetween("--pause", pause, Duration.ZERO, LONGEST);
        validator.requireBetween("--patience", patience, Duration.ofSeconds(1), LONGEST);
        List<FaultCount> counts = counts(validator);
        Consumer<String> progress = console::print;
        CheckReport report = new Checker(settings(counts, validator), root.workspace(), progress).run();
        progress.accept("Faults: %s".formatted(report.faults()));
        report.result().examples().forEach(progress);
        progress.accept("%s (in %.1f s)".formatted(report.result().line(), report.seconds()));
        progress.accept(report.passed() ? "PASSED" : "FAILED");
        return report.passed() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private List<FaultCount> counts(OptionValidator validator) {
        List<FaultCount> counts = new ArrayList<>();
        for (String each : faults) {
            try {
                counts.add(FaultCount.parse(each));
            } catch (IllegalArgumentException unknown) {
                throw validator.invalid(
                        "--faults contains %s: each must be the name of a fault, or a name, a colon and a count"
                                .formatted(each));
            }
        }
        boolean broker = SubjectArguments.program(subject.program(validator)).needsBroker(subject.options());
        for (FaultCount each : counts) {
            if (each.fault().isOfBroker() && !broker) {
                throw validator.invalid(
                        "--faults contains %s: the program has no broker; concor has one with --option=queue=remote"
                                .formatted(each.fault().word()));
            }
            if (!each.fault().possible(subject.database())) {
                throw validator.invalid("--faults contains %s: it is not possible with %s, which allows %s"
                        .formatted(each.fault().word(), subject.database(), Fault.words(subject.database())));
            }
        }
        return counts;
    }

    private CheckSettings settings(List<FaultCount> counts, OptionValidator validator) {
        boolean full = counts.stream().anyMatch(each -> each.fault() == Fault.DISK_FULL);
        return new CheckSettings(
                subject.program(validator),
                subject.options(),
                subject.database(),
                instances,
                keys,
                events,
                rate,
                counts,
                every,
                pause,
                patience,
                full ? disk * MEGABYTE : 0,
                seed,
                root.workspace().folder("durable", "check"));
    }
}

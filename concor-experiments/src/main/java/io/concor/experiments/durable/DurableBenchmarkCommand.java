package io.concor.experiments.durable;

import io.concor.experiments.durable.benchmark.BenchmarkRun;
import io.concor.experiments.durable.benchmark.BenchmarkTable;
import io.concor.experiments.durable.benchmark.LoadSettings;
import io.concor.experiments.durable.benchmark.RunResult;
import io.concor.experiments.durable.benchmark.Scenario;
import io.concor.experiments.durable.scenario.Backlog;
import io.concor.experiments.durable.scenario.BrokerWork;
import io.concor.experiments.durable.scenario.FailingKeys;
import io.concor.experiments.durable.scenario.Figures;
import io.concor.experiments.durable.scenario.HeldSnapshot;
import io.concor.experiments.durable.scenario.Idle;
import io.concor.experiments.durable.scenario.OtherProcess;
import io.concor.experiments.durable.scenario.ProcessScenario;
import io.concor.experiments.durable.scenario.ScenarioRun;
import io.concor.experiments.durable.scenario.ScenarioSettings;
import io.concor.experiments.durable.scenario.Shared;
import io.concor.experiments.durable.scenario.Stop;
import io.concor.experiments.durable.scenario.TakeOver;
import io.concor.experiments.durable.server.DatabaseKind;
import io.concor.experiments.durable.subject.SubjectArguments;
import io.concor.experiments.options.CommandOutput;
import io.concor.experiments.options.RootOption;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.Workspace;
import io.concor.simulator.OptionValidator;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares queues in databases. */
@Command(
        name = "durable-benchmark",
        description = "Measures queues in databases with durable commits: throughput, the cost of a put in a caller's"
                + " transaction, latency, and what users meet: backlogs, kills, stops, held snapshots, idle queues. Each"
                + " run has new processes and a new database; medians are printed.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class DurableBenchmarkCommand implements Callable<Integer> {

    private static final int MAX_ROUNDS = 100;
    private static final int MAX_CALLERS = 200;
    private static final int MAX_BATCH = 10_000;
    /** As many as the slot of the subject "concor" has room for, with those that are put meanwhile. */
    private static final int MAX_BACKLOG = 1_000_000;

    /** That share one queue. */
    private static final int MOST_PROCESSES = 4;

    private static final Duration LONGEST = Duration.ofHours(1);

    private static final Map<Scenario, ProcessScenario> OF_PROCESSES = new EnumMap<>(Map.ofEntries(
            Map.entry(Scenario.OTHER_PROCESS, new OtherProcess()),
            Map.entry(Scenario.SHARED, new Shared(false, MOST_PROCESSES)),
            Map.entry(Scenario.SHARED_LATENCY, new Shared(true, MOST_PROCESSES)),
            Map.entry(Scenario.BACKLOG, new Backlog()),
            Map.entry(Scenario.SNAPSHOT, new HeldSnapshot()),
            Map.entry(Scenario.TAKE_OVER, new TakeOver(TakeOver.Fault.KILL)),
            Map.entry(Scenario.VANISHED, new TakeOver(TakeOver.Fault.FREEZE)),
            Map.entry(Scenario.FAILING_KEYS, new FailingKeys()),
            Map.entry(Scenario.IDLE, new Idle()),
            Map.entry(Scenario.STOP, new Stop()),
            Map.entry(Scenario.BROKER, new BrokerWork()),
            Map.entry(Scenario.BROKER_KILLED, new TakeOver(TakeOver.Fault.KILL_BROKER))));

    @Option(
            names = "--subjects",
            required = true,
            split = ",",
            paramLabel = "NAME",
            description =
                    "The programs: concor, batch, lane, lease, outbox, db-scheduler, jobrunr, dbos, integration, listener,"
                            + " modulith, or names of classes that implement SubjectProgram.")
    private List<String> subjects = List.of();

    @Option(
            names = "--scenarios",
            split = ",",
            defaultValue = "SATURATED,TRANSACTIONS,LATENCY",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private List<Scenario> scenarios = List.of();

    @Option(names = "--option", paramLabel = "NAME=VALUE", description = "An option of all programs; may be repeated.")
    private Map<String, String> options = Map.of();

    @Option(
            names = "--database",
            defaultValue = "postgres",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private DatabaseKind database = DatabaseKind.postgres;

    @Option(names = "--rounds", defaultValue = "3", description = "Runs of each. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--callers", defaultValue = "4", description = "Threads that put. Default: ${DEFAULT-VALUE}.")
    private int callers;

    @Option(
            names = "--batch",
            defaultValue = "64",
            description = "Events of a put of SATURATED. Default: ${DEFAULT-VALUE}.")
    private int batch;

    @Option(
            names = "--rate",
            defaultValue = "500",
            description =
                    "Events a second of LATENCY, OTHER_PROCESS, SHARED_LATENCY, TAKE_OVER, VANISHED and those of brokers. Default: ${DEFAULT-VALUE}.")
    private int rate;

    @Option(
            names = "--backlog",
            defaultValue = "1000000",
            description = "Events that wait in BACKLOG and STOP. Default: ${DEFAULT-VALUE}.")
    private int backlog;

    @Option(
            names = "--hold",
            defaultValue = "10m",
            description = "How long SNAPSHOT holds one. Default: ${DEFAULT-VALUE}.")
    private Duration hold = Duration.ZERO;

    @Option(
            names = "--warm-up",
            defaultValue = "15s",
            description = "Before it is measured. Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ZERO;

    @Option(names = "--time", defaultValue = "30s", description = "Measured time of a run. Default: ${DEFAULT-VALUE}.")
    private Duration time = Duration.ZERO;

    @Mixin
    private final RootOption root = new RootOption();

    @Mixin
    private final CommandOutput console = new CommandOutput();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Lines that are printed once. */
    private final Set<String> printed = new HashSet<>();

    @Override
    public Integer call() {
        OptionValidator validator = new OptionValidator(spec);
        validator.requireBetween("--rounds", rounds, 1, MAX_ROUNDS);
        validator.requireBetween("--callers", callers, 1, MAX_CALLERS);
        validator.requireBetween("--batch", batch, 1, MAX_BATCH);
        validator.requireBetween("--rate", rate, 1, OptionValidator.MAX_RATE);
        validator.requireBetween("--backlog", backlog, 1, MAX_BACKLOG);
        validator.requireBetween("--hold", hold, Duration.ZERO, LONGEST);
        validator.requireBetween("--warm-up", warmUp, Duration.ZERO, LONGEST);
        validator.requireBetween("--time", time, Duration.ofMillis(1), LONGEST);
        Map<String, String> programs = new LinkedHashMap<>();
        subjects.forEach(name -> programs.put(name, SubjectNames.program("--subjects", name, validator)));
        console.printProvenance();
        programs.forEach((name, program) -> console.print(
                "%s: %s".formatted(name, SubjectArguments.program(program).description(options))));
        scenarios.forEach(scenario -> compare(scenario, programs));
        return ExitCode.OK;
    }

    private void compare(Scenario scenario, Map<String, String> programs) {
        ProcessScenario ofProcesses = OF_PROCESSES.get(scenario);
        if (ofProcesses == null) {
            compareLoad(scenario, programs);
        } else {
            compareProcesses(scenario, ofProcesses, programs);
        }
    }

    private void compareProcesses(Scenario scenario, ProcessScenario ofProcesses, Map<String, String> programs) {
        ScenarioSettings settings = new ScenarioSettings(callers, batch, rate, warmUp, time, backlog, hold);
        console.print("%s: %s; %s".formatted(scenario, scenario.title(), settings));
        Figures figures = new Figures();
        for (int round = 0; round < rounds; round++) {
            programs.forEach((name, program) -> addRun(figures, ofProcesses, settings, name, program));
        }
        console.print(figures.markdown());
    }

    /** Others are measured even if one of them fails. */
    private void addRun(
            Figures figures, ProcessScenario scenario, ScenarioSettings settings, String name, String program) {
        Workspace workspace = root.workspace();
        Path folder = workspace.folder("durable", "benchmark");
        try (ScenarioRun run =
                new ScenarioRun(workspace, folder, database, program, options, settings, this::printOnce)) {
            figures.add(name, scenario.run(run));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExperimentException("The benchmark was interrupted", interrupted);
        } catch (ExperimentException failed) {
            console.print("%s: %s".formatted(name, failed.messageWithCause()));
            figures.addNone(name);
        } catch (SQLException failed) {
            console.print("%s: %s".formatted(name, failed));
            figures.addNone(name);
        }
    }

    private void compareLoad(Scenario scenario, Map<String, String> programs) {
        LoadSettings load = new LoadSettings(scenario, callers, batch, rate, warmUp, time);
        console.print("%s: %s; %s".formatted(scenario, scenario.title(), load));
        BenchmarkRun run =
                new BenchmarkRun(root.workspace(), root.workspace().folder("durable", "benchmark"), database, load);
        Map<String, List<RunResult>> results = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) { // so that a drift of the machine concerns all of them
            programs.forEach((name, program) ->
                    results.computeIfAbsent(name, any -> new ArrayList<>()).addAll(results(run, name, program)));
        }
        BenchmarkTable table = new BenchmarkTable();
        results.forEach(table::add);
        console.print(table.markdown());
        results.forEach((name, runs) -> BenchmarkTable.brokerTraffic(runs)
                .ifPresent(asked -> console.print(name + ", for each event: " + asked)));
    }

    /** Returns one result, or none: others are measured even if one of them fails. */
    private List<RunResult> results(BenchmarkRun run, String name, String program) {
        try {
            Optional<RunResult> result = run.run(program, options, this::printOnce);
            if (result.isEmpty()) {
                printOnce(name + " does not support it");
            }
            return result.stream().toList();
        } catch (ExperimentException failed) {
            console.print("%s: %s".formatted(name, failed.messageWithCause()));
            return List.of();
        }
    }

    private void printOnce(String line) {
        if (printed.add(line)) {
            console.print(line);
        }
    }
}

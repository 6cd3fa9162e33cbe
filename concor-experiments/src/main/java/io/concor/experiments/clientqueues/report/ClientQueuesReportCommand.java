package io.concor.experiments.clientqueues.report;

import io.concor.benchmarks.report.BuildCommit;
import io.concor.benchmarks.report.MachineFacts;
import io.concor.experiments.clientqueues.LiveSteps;
import io.concor.experiments.options.CommandOutput;
import io.concor.experiments.options.OutputFolder;
import io.concor.experiments.options.RootOption;
import io.concor.simulator.OptionValidator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Repeats experiments of the report on persistent queues. */
@Command(
        name = "client-queues-report",
        description =
                "Repeats experiments of the report on persistent queues. Starts PostgreSQL with durable commits, queue"
                        + " servers and clients for each, and writes tables next to the figures of the report. The exit"
                        + " code is 1 if a message was lost, twice or wrong, or if a request failed while threads or"
                        + " connections changed.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ClientQueuesReportCommand implements Callable<Integer> {

    private static final String ALL = "all";
    private static final int MAX_SECONDS = 4 * 60 * 60;
    private static final int MAX_WARM_UP_SECONDS = 200;
    private static final int MAX_ROUNDS = 20;
    private static final int MIN_CLIENTS = 10;
    private static final int MAX_CLIENTS = 1000;

    @Mixin
    private final RootOption root = new RootOption();

    @Option(
            names = "--experiment",
            required = true,
            split = ",",
            paramLabel = "NAME",
            description = "stability, message-sizes, connections, threads, threads-and-connections, clients,"
                    + " client-processes, speed-up, scale-up, scale-out; or all, which takes an hour and a half.")
    private List<String> names = List.of();

    @Mixin
    private final OutputFolder output = new OutputFolder("client-queues-report");

    @Option(
            names = "--for",
            description = "Duration of the load of each value. Default: that of the experiment, 30m of stability.")
    private @Nullable Duration duration;

    @Option(
            names = "--warm-up",
            description = "Load before it, longer on new servers. Default: that of the experiment.")
    private @Nullable Duration warmUp;

    @Option(names = "--rounds", description = "Runs of each value. Default: those of the experiment.")
    private @Nullable Integer rounds;

    @Option(
            names = "--clients",
            description =
                    "Number of clients: the largest one in clients, of each server in scale-up and scale-out. Default: as"
                            + " in the report.")
    private @Nullable Integer clients;

    @Mixin
    private final CommandOutput console = new CommandOutput();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        OptionValidator validator = new OptionValidator(spec);
        List<ReportExperiment> experiments = experiments(validator);
        ReportSettings settings = settings(validator);
        RawFiles files = new RawFiles(output.require(validator));
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("commit", BuildCommit.current());
        facts.putAll(MachineFacts.collect());
        Map<Plan, Result> results = new HashMap<>(); // two experiments may need the same loads
        boolean isCorrect = true;
        for (ReportExperiment experiment : experiments) {
            Plan plan = Plans.of(experiment, settings);
            Result result = results.get(plan);
            if (result == null) {
                console.print(experiment.title() + ": about " + (plan.estimate().toMinutes() + 1) + " minutes");
                result = new PlanRunner(root.workspace(), experiment.title(), files, console::print).run(plan);
                results.put(plan, result);
            }
            String page = new ExperimentPage(experiment, plan, result, facts).markdown();
            files.writePage(experiment.title(), page);
            console.print("\n" + page);
            isCorrect &= result.isCorrect();
        }
        return isCorrect ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private List<ReportExperiment> experiments(OptionValidator validator) {
        if (names.contains(ALL)) {
            return List.of(ReportExperiment.values());
        }
        List<ReportExperiment> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.add(ReportExperiment.of(name)
                    .orElseThrow(() -> validator.invalid("--experiment is " + name + ": it must be one of "
                            + String.join(", ", ReportExperiment.titles()) + ", " + ALL)));
        }
        return chosen.stream().distinct().toList();
    }

    private ReportSettings settings(OptionValidator validator) {
        return new ReportSettings(
                duration == null
                        ? null
                        : validator.requireWholeSeconds("--for", duration, LiveSteps.LEAST_SECONDS, MAX_SECONDS),
                warmUp == null ? null : validator.requireWholeSeconds("--warm-up", warmUp, 1, MAX_WARM_UP_SECONDS),
                rounds == null ? null : validator.requireBetween("--rounds", rounds, 1, MAX_ROUNDS),
                clients == null ? null : validator.requireBetween("--clients", clients, MIN_CLIENTS, MAX_CLIENTS));
    }
}

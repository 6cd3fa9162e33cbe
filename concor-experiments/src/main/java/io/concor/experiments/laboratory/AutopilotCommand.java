package io.concor.experiments.laboratory;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.laboratory.AutopilotRun.Measured;
import io.concor.experiments.laboratory.AutopilotShape.Start;
import io.concor.simulator.OptionValidator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares what the autopilot reaches from bad layouts with the best layout. */
@Command(
        name = "autopilot",
        description =
                "Searches the best layout of flows with the shape of mo-flow, and lets the autopilot find one from bad"
                        + " layouts.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class AutopilotCommand implements Callable<Integer> {

    private static final int MAX_SECONDS = 3_600;
    private static final double PERCENT = 100;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "FLOW",
            description = "Flows: one-slow-task, three-slow-tasks." + " Default: all.")
    private List<String> only = List.of();

    @Option(
            names = "--from",
            split = ",",
            paramLabel = "LAYOUT",
            description = "Layouts to begin with: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<Start> from = List.of(Start.values());

    @Option(
            names = "--rate",
            defaultValue = "2500",
            description = "Events per second; more than the best layout handles. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(
            names = "--seconds",
            defaultValue = "180",
            description = "Time for the autopilot. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--search-seconds",
            defaultValue = "3",
            description = "How long the search measures each layout. Default: ${DEFAULT-VALUE}.")
    private int searchSeconds;

    @Option(
            names = "--layouts",
            defaultValue = "1000",
            description = "How many layouts the search tries at most. Default: all.")
    private int layouts;

    @Option(
            names = "--result",
            paramLabel = "FILE",
            defaultValue = "concor-experiments/target/autopilot.json",
            description = "File for the results. Default: ${DEFAULT-VALUE}.")
    private Path result = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        OptionValidator validator = new OptionValidator(spec);
        validator.requireBetween("--seconds", seconds, 1, MAX_SECONDS);
        validator.requireBetween("--search-seconds", searchSeconds, 1, MAX_SECONDS);
        List<AutopilotResult> results = new ArrayList<>();
        for (AutopilotShape shape : AutopilotShape.all()) {
            if (only.isEmpty() || only.contains(shape.name())) {
                run(shape, results);
            }
        }
        spec.commandLine().getOut().println(table(results));
        return ExitCode.OK;
    }

    private void run(AutopilotShape shape, List<AutopilotResult> results) throws Exception {
        Measured best = AutopilotRun.search(shape, rate, layouts, searchSeconds);
        for (Start start : from) {
            AutopilotResult found = AutopilotRun.improve(shape, start, rate, seconds, best);
            results.add(found);
            ResultFile.write(result, results);
            spec.commandLine().getErr().printf("%s%n", found);
        }
    }

    private static String table(List<AutopilotResult> results) {
        MarkdownTable table = new MarkdownTable(
                "flow",
                "begins with",
                "events/s at first",
                "best found by search",
                "reached",
                "share",
                "95 % after s",
                "decisions");
        results.forEach(found -> table.row(List.of(
                found.shape(),
                found.start(),
                "%.0f".formatted(found.atFirst()),
                "%.0f".formatted(found.best()),
                "%.0f".formatted(found.reached()),
                "%.0f %%".formatted(PERCENT * found.share()),
                found.seconds() < 0 ? "–" : String.valueOf(found.seconds()),
                String.valueOf(found.decisions().size()))));
        return table.markdown();
    }
}

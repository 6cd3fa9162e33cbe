package io.concor.experiments.autopilot;

import io.concor.benchmarks.report.TableColumns;
import io.concor.experiments.autopilot.AutopilotRun.Measured;
import io.concor.experiments.autopilot.AutopilotShape.Start;
import io.concor.experiments.laboratory.flow.LaboratoryOptions;
import io.concor.experiments.options.RootOption;
import io.concor.experiments.testbed.Workspace;
import io.concor.simulator.OptionValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares what the autopilot reaches from bad layouts with the best layout. */
@Command(
        name = "autopilot",
        description =
                "Searches the best layout of flows of the laboratory and of the samples, and lets the autopilot find one"
                        + " from bad layouts, for --seconds each. Names: one-slow-task, three-slow-tasks, mo-flow, ussd,"
                        + " money-tracker.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class AutopilotCommand implements Callable<Integer> {

    private static final int MAX_SECONDS = 3_600;
    private static final int MAX_LAYOUTS = 1_000;
    private static final double PERCENT = 100;

    @Option(
            names = "--from",
            split = ",",
            paramLabel = "LAYOUT",
            description = "Layouts to begin with: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<Start> from = List.of(Start.values());

    @Option(
            names = "--search-seconds",
            defaultValue = "3",
            description = "How long the search measures each layout. Default: ${DEFAULT-VALUE}.")
    private int searchSeconds;

    @Option(
            names = "--layouts",
            paramLabel = "NUMBER",
            defaultValue = "1000",
            description = "How many layouts the search tries at most. Default: all.")
    private int layouts;

    @Mixin
    private final RootOption root = new RootOption();

    @Mixin
    private final LaboratoryOptions options = new LaboratoryOptions("autopilot", 180);

    @Override
    public Integer call() throws Exception {
        OptionValidator validator = options.validator();
        validator.requireBetween("--search-seconds", searchSeconds, 1, MAX_SECONDS);
        validator.requireBetween("--layouts", layouts, 1, MAX_LAYOUTS);
        int seconds = options.seconds(1, MAX_SECONDS);
        List<AutopilotResult> results = new ArrayList<>();
        for (AutopilotShape shape : wanted()) {
            run(shape, seconds, results);
        }
        options.print(table(results));
        return ExitCode.OK;
    }

    private List<AutopilotShape> wanted() {
        Workspace workspace = root.workspace();
        List<AutopilotShape> all = Stream.concat(LaboratoryShapes.all().stream(), SampleShapes.all(workspace).stream())
                .toList();
        List<String> names =
                options.names(all.stream().map(AutopilotShape::name).toList());
        return all.stream().filter(shape -> names.contains(shape.name())).toList();
    }

    private void run(AutopilotShape shape, int seconds, List<AutopilotResult> results) throws Exception {
        Measured best = AutopilotRun.search(shape, layouts, searchSeconds);
        for (Start start : from) {
            AutopilotResult found = AutopilotRun.improve(shape, start, seconds, best);
            results.add(found);
            options.write(results);
            options.progress(found.toString());
        }
    }

    private static String table(List<AutopilotResult> results) {
        return new TableColumns<AutopilotResult>()
                .column("flow", AutopilotResult::shape)
                .column("begins with", AutopilotResult::start)
                .column("events/s at first", found -> "%.0f".formatted(found.atFirst()))
                .column("best found by search", found -> "%.0f".formatted(found.best()))
                .column("reached", found -> "%.0f".formatted(found.reached()))
                .column("share", found -> "%.0f %%".formatted(PERCENT * found.share()))
                .column("95 % after s", found -> found.seconds() < 0 ? "–" : String.valueOf(found.seconds()))
                .column("decisions", found -> String.valueOf(found.decisions().size()))
                .markdown(results);
    }
}

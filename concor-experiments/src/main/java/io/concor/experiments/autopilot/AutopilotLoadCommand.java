package io.concor.experiments.autopilot;

import io.concor.benchmarks.report.TableColumns;
import io.concor.diagnosis.Goal;
import io.concor.experiments.laboratory.flow.LaboratoryOptions;
import io.concor.experiments.options.AttemptOptions;
import io.concor.simulator.OptionValidator;
import io.concor.statistics.FlowSecond;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lets the autopilot keep a goal under a load that doubles and halves, and then stays. */
@Command(
        name = "autopilot-load",
        description =
                "Doubles and halves the load of a flow twice, each for --seconds, and then leaves it for --steady-seconds,"
                        + " while the autopilot keeps a p99. Names: three-slow-tasks.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class AutopilotLoadCommand implements Callable<Integer> {

    /** What a flow keeps of its history. */
    private static final int MAX_SECONDS = FlowSecond.MOST;

    private static final int MAX_GOAL_MILLIS = 10_000;
    /** Too few for the higher rate, and for no task more than it needs: such threads would be taken away in the steady time. */
    private static final int THREADS_AT_FIRST = 3;

    @Option(
            names = "--rate",
            defaultValue = "300",
            description = "The lower load, in events per second. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(names = "--goal-millis", defaultValue = "60", description = "The p99 to keep. Default: ${DEFAULT-VALUE}.")
    private int goalMillis;

    @Option(
            names = "--steady-seconds",
            defaultValue = "600",
            description = "How long the load stays at the end. Default: ${DEFAULT-VALUE}.")
    private int steadySeconds;

    @Mixin
    private final LaboratoryOptions options = new LaboratoryOptions("autopilot-load", 120);

    @Override
    public Integer call() throws Exception {
        OptionValidator validator = options.validator();
        validator.requireBetween("--rate", rate, 1, AttemptOptions.MAX_RATE / 2);
        validator.requireBetween("--goal-millis", goalMillis, 1, MAX_GOAL_MILLIS);
        validator.requireBetween("--steady-seconds", steadySeconds, 1, MAX_SECONDS);
        int seconds = options.seconds(1, MAX_SECONDS);
        AutopilotShape shape = LaboratoryShapes.threeSlowTasks();
        options.names(List.of(shape.name()));
        List<LoadPhaseResult> results = AutopilotLoadRun.keep(
                Goal.NONE.p99(Duration.ofMillis(goalMillis)), shape.layout(THREADS_AT_FIRST), phases(seconds));
        options.write(results);
        options.print(table(results));
        return ExitCode.OK;
    }

    private List<LoadPhase> phases(int seconds) {
        LoadPhase low = new LoadPhase(rate, seconds);
        LoadPhase high = new LoadPhase(2 * rate, seconds);
        return List.of(low, high, low, high, new LoadPhase(rate, steadySeconds));
    }

    private static String table(List<LoadPhaseResult> results) {
        return new TableColumns<LoadPhaseResult>()
                .column("events/s", phase -> "%.0f".formatted(phase.rate()))
                .column("for s", phase -> String.valueOf(phase.seconds()))
                .column("handled/s", phase -> "%.0f".formatted(phase.throughput()))
                .column("refused", phase -> String.valueOf(phase.refused()))
                .column("p99 within the goal, s", phase -> String.valueOf(phase.kept()))
                .column(
                        "always from s on",
                        phase -> phase.keptFrom() > phase.seconds() ? "–" : String.valueOf(phase.keptFrom()))
                .column("decisions", phase -> String.valueOf(phase.decisions().size()))
                .markdown(results);
    }
}

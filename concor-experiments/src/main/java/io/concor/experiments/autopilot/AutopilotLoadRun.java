package io.concor.experiments.autopilot;

import io.concor.JoinSettings;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.autopilot.AutopilotSettings;
import io.concor.diagnosis.situation.LimitSigns;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.statistics.FlowSecond;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Lets the autopilot keep a p99 while the load changes. For one thread. */
final class AutopilotLoadRun {

    private final LaboratoryTunedFlow flow;
    private final Goal goal;

    private AutopilotLoadRun(LaboratoryTunedFlow flow, Goal goal) {
        this.flow = flow;
        this.goal = goal;
    }

    /**
     * Runs the phases, one after the other.
     *
     * @param first the layout at first
     */
    static List<LoadPhaseResult> keep(Goal goal, Map<String, JoinSettings> first, List<LoadPhase> phases)
            throws Exception {
        try (LaboratoryTunedFlow flow =
                LaboratoryTunedFlow.open(LaboratoryShapes::slowTasks, LoadPhase.arrivals(phases), first)) {
            flow.startAutopilot(AutopilotSettings.DEFAULT.goal(goal));
            AutopilotLoadRun run = new AutopilotLoadRun(flow, goal);
            List<LoadPhaseResult> results = new ArrayList<>();
            for (LoadPhase phase : phases) {
                results.add(run.keep(phase));
            }
            return results;
        }
    }

    private LoadPhaseResult keep(LoadPhase phase) throws InterruptedException {
        Instant began = Instant.now();
        int kept = 0;
        int keptFrom = 1;
        for (int second = 1; second <= phase.seconds(); second++) {
            TimeUnit.SECONDS.sleep(1);
            boolean keeps = keeps();
            kept += keeps ? 1 : 0;
            keptFrom = keeps ? keptFrom : second + 1;
        }
        List<FlowSecond> seconds = secondsSince(began);
        return new LoadPhaseResult(
                phase.rate(),
                phase.seconds(),
                seconds.stream().mapToDouble(FlowSecond::throughput).average().orElse(0),
                Math.round(seconds.stream()
                        .mapToDouble(second -> second.refused() * second.seconds())
                        .sum()),
                kept,
                keptFrom,
                flow.decisions(began));
    }

    /** A second of the history is somewhat longer than its name says, so their number tells nothing. */
    private List<FlowSecond> secondsSince(Instant began) {
        return flow.manager().flow(LaboratoryFlow.NAME).seconds(FlowSecond.MOST).stream()
                .filter(second -> second.end().isAfter(began.plusSeconds(1)))
                .toList();
    }

    private boolean keeps() {
        LatencyDistribution latency =
                flow.manager().flow(LaboratoryFlow.NAME).statistics().window().latency();
        return latency.samples() >= LimitSigns.ENOUGH_SAMPLES
                && latency.p99Micros() <= goal.p99Micros().orElseThrow();
    }
}

package io.concor.experiments.laboratory;

import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.diagnosis.autopilot.AutopilotMode;
import io.concor.diagnosis.autopilot.AutopilotSettings;
import io.concor.diagnosis.autopilot.AutopilotStatus.Decision;
import io.concor.diagnosis.autopilot.AutopilotStatus.Outcome;
import io.concor.diagnosis.rule.LimitSigns;
import io.concor.experiments.laboratory.AutopilotShape.Start;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.statistics.FlowSecond;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** One flow that the autopilot may change. For one thread. */
final class AutopilotRun implements AutoCloseable {

    private static final Duration STOP_TIME = Duration.ofSeconds(2);
    private static final int MAX_IN_FLIGHT = 256;
    private static final int AVERAGED_SECONDS = 10;
    private static final double NEARLY_BEST = 0.95;

    private final LaboratoryFlow setup = new LaboratoryFlow();
    private final Manager manager = new Manager();
    private final List<Flow<Integer, Integer>> flows;
    private final PacedSender sender;

    private AutopilotRun(AutopilotShape shape, ArrivalRate load) {
        shape.tasks().accept(setup);
        flows = setup.maxInFlight(MAX_IN_FLIGHT).build();
        flows.forEach(manager::register);
        sender = PacedSender.start(flows, load);
    }

    /** A layout and its throughput. */
    record Measured(Map<String, JoinSettings> layout, double throughput) {}

    /** Tries the layouts of a shape, so many at most, and returns the best. */
    static Measured search(AutopilotShape shape, double rate, int most, int secondsOfEach) throws Exception {
        try (AutopilotRun run = new AutopilotRun(shape, ArrivalRate.steady(rate))) {
            Measured best = new Measured(Map.of(), 0);
            for (Map<String, JoinSettings> layout :
                    shape.layouts().stream().limit(most).toList()) {
                run.change(layout);
                TimeUnit.SECONDS.sleep(1 + secondsOfEach);
                double throughput = run.throughput(secondsOfEach);
                best = throughput > best.throughput() ? new Measured(layout, throughput) : best;
            }
            return best;
        }
    }

    private void change(Map<String, JoinSettings> layout) {
        manager.change(ChangeRequest.layout(LaboratoryFlow.NAME, layout));
    }

    private double throughput(int seconds) {
        return manager.seconds(LaboratoryFlow.NAME, seconds).stream()
                .mapToDouble(FlowSecond::throughput)
                .average()
                .orElse(0);
    }

    /** Begins with a bad layout and lets the autopilot improve it for some time. */
    static AutopilotResult improve(AutopilotShape shape, Start start, double rate, int seconds, Measured best)
            throws Exception {
        try (AutopilotRun run = new AutopilotRun(shape, ArrivalRate.steady(rate))) {
            run.change(start.layout());
            TimeUnit.SECONDS.sleep(AVERAGED_SECONDS);
            return run.improve(shape.name(), start, seconds, best);
        }
    }

    private AutopilotResult improve(String shape, Start start, int seconds, Measured best) throws Exception {
        double atFirst = throughput(AVERAGED_SECONDS);
        try (Autopilot autopilot = new Autopilot(manager, flow -> AutopilotSettings.DEFAULT.mode(AutopilotMode.AUTO));
                Diagnosis diagnosis = Diagnosis.start(manager, setup.pool(), autopilot::goal)) {
            autopilot.follow(diagnosis);
            int reachedAfter = -1;
            for (int second = 1; second <= seconds; second++) {
                TimeUnit.SECONDS.sleep(1);
                boolean nearlyBest = throughput(AVERAGED_SECONDS) >= NEARLY_BEST * best.throughput();
                reachedAfter = nearlyBest && reachedAfter < 0 ? second : reachedAfter;
            }
            return new AutopilotResult(
                    shape,
                    start.toString(),
                    best.throughput(),
                    words(best.layout()),
                    atFirst,
                    throughput(AVERAGED_SECONDS),
                    reachedAfter,
                    words(manager.layout(LaboratoryFlow.NAME).slots()),
                    decisions(autopilot, Instant.MIN));
        }
    }

    /** Lets the autopilot keep a goal while the load changes. */
    static List<LoadPhaseResult> keep(
            Goal goal, AutopilotShape shape, Map<String, JoinSettings> first, List<LoadPhase> phases) throws Exception {
        try (AutopilotRun run = new AutopilotRun(shape, ArrivalRate.phases(phases))) {
            run.change(first);
            return run.keep(AutopilotSettings.DEFAULT.mode(AutopilotMode.AUTO).goal(goal), phases);
        }
    }

    private List<LoadPhaseResult> keep(AutopilotSettings settings, List<LoadPhase> phases) throws Exception {
        try (Autopilot autopilot = new Autopilot(manager, flow -> settings);
                Diagnosis diagnosis = Diagnosis.start(manager, setup.pool(), autopilot::goal)) {
            autopilot.follow(diagnosis);
            List<LoadPhaseResult> results = new ArrayList<>();
            for (LoadPhase phase : phases) {
                results.add(keep(settings.goal(), phase, autopilot));
            }
            return results;
        }
    }

    private LoadPhaseResult keep(Goal goal, LoadPhase phase, Autopilot autopilot) throws InterruptedException {
        Instant began = Instant.now();
        int kept = 0;
        int keptFrom = 1;
        for (int second = 1; second <= phase.seconds(); second++) {
            TimeUnit.SECONDS.sleep(1);
            boolean keeps = keeps(goal);
            kept += keeps ? 1 : 0;
            keptFrom = keeps ? keptFrom : second + 1;
        }
        double refused = manager.seconds(LaboratoryFlow.NAME, phase.seconds()).stream()
                .mapToDouble(second -> second.refused() * second.seconds())
                .sum();
        return new LoadPhaseResult(
                phase.rate(),
                phase.seconds(),
                throughput(phase.seconds()),
                Math.round(refused),
                kept,
                keptFrom,
                decisions(autopilot, began));
    }

    private boolean keeps(Goal goal) {
        LatencyDistribution latency =
                manager.statistics(LaboratoryFlow.NAME).window().latency();
        return latency.samples() >= LimitSigns.ENOUGH_SAMPLES
                && latency.p99Micros() <= goal.p99Micros().orElseThrow();
    }

    private static List<String> decisions(Autopilot autopilot, Instant since) {
        List<String> decisions = new ArrayList<>();
        for (Decision decision : autopilot.status(LaboratoryFlow.NAME).decisions()) {
            if (decision.at().isAfter(since)) {
                decisions.add(words(decision));
            }
        }
        Collections.reverse(decisions);
        return decisions;
    }

    private static String words(Decision decision) {
        Outcome outcome = decision.outcome();
        String made = decision.at() + " " + decision.decided();
        return outcome == null ? made : "%s %s: %s".formatted(made, outcome.result(), outcome.text());
    }

    private static String words(Map<String, JoinSettings> layout) {
        Map<String, Integer> threads = new TreeMap<>();
        layout.forEach((slot, join) -> threads.put(slot, join.threads()));
        return threads.toString();
    }

    @Override
    public void close() throws Exception {
        sender.close();
        manager.names().forEach(name -> manager.stop(name, STOP_TIME));
        setup.close();
    }
}

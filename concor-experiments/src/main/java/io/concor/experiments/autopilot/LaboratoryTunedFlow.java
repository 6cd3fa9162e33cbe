package io.concor.experiments.autopilot;

import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.diagnosis.autopilot.AutopilotMode;
import io.concor.diagnosis.autopilot.AutopilotSettings;
import io.concor.diagnosis.autopilot.AutopilotStatus.Decision;
import io.concor.diagnosis.autopilot.AutopilotStatus.Outcome;
import io.concor.experiments.laboratory.flow.ArrivalRate;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.laboratory.flow.PacedSender;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.statistics.FlowSecond;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A flow of the laboratory with its manager. */
final class LaboratoryTunedFlow implements TunedFlow {

    private static final Duration STOP_TIME = Duration.ofSeconds(2);
    private static final int MAX_IN_FLIGHT = 256;

    private final LaboratoryFlow setup = new LaboratoryFlow();
    private final Manager manager = new Manager();
    private final PacedSender sender;
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private @Nullable Autopilot autopilot;

    private LaboratoryTunedFlow(Consumer<LaboratoryFlow> tasks, ArrivalRate load) {
        tasks.accept(setup);
        List<Flow<Integer, Integer>> flows = setup.maxInFlight(MAX_IN_FLIGHT).build();
        flows.forEach(manager::register);
        sender = PacedSender.start(flows, load);
    }

    /** Builds a flow with these tasks and this layout. */
    static LaboratoryTunedFlow open(
            Consumer<LaboratoryFlow> tasks, ArrivalRate load, Map<String, JoinSettings> layout) {
        LaboratoryTunedFlow opened = new LaboratoryTunedFlow(tasks, load);
        opened.change(layout);
        return opened;
    }

    @Override
    public void change(Map<String, JoinSettings> layout) {
        manager.change(ChangeRequest.layout(LaboratoryFlow.NAME, layout));
    }

    @Override
    public double throughput(int seconds) {
        return manager.flow(LaboratoryFlow.NAME).seconds(seconds).stream()
                .mapToDouble(FlowSecond::throughput)
                .average()
                .orElse(0);
    }

    @Override
    public Map<String, Integer> threads() {
        Map<String, Integer> threads = new TreeMap<>();
        manager.flow(LaboratoryFlow.NAME).layout().slots().forEach((slot, join) -> threads.put(slot, join.threads()));
        return threads;
    }

    @Override
    public void startAutopilot() {
        startAutopilot(AutopilotSettings.DEFAULT);
    }

    /** From now on the autopilot changes the layout, with these settings but for the mode. */
    void startAutopilot(AutopilotSettings settings) {
        AutopilotSettings changing = settings.mode(AutopilotMode.AUTO);
        Autopilot created = new Autopilot(manager, flow -> changing);
        started.push(created);
        Diagnosis diagnosis = Diagnosis.start(manager, setup.pool(), created::goal);
        started.push(diagnosis);
        created.follow(diagnosis);
        autopilot = created;
    }

    @Override
    public List<String> decisions() {
        return decisions(Instant.MIN);
    }

    /** Returns what the autopilot has decided since a time, the oldest first. */
    List<String> decisions(Instant since) {
        List<String> decisions = new ArrayList<>();
        for (Decision decision : Objects.requireNonNull(autopilot, "the autopilot is not started")
                .status(LaboratoryFlow.NAME)
                .decisions()) {
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

    Manager manager() {
        return manager;
    }

    @Override
    public void close() {
        try {
            for (AutoCloseable resource : started) {
                resource.close();
            }
            sender.close();
            manager.names().forEach(name -> manager.flow(name).stop(STOP_TIME));
            setup.close();
        } catch (Exception failed) {
            throw new ExperimentException("The flow of the laboratory cannot be closed", failed);
        }
    }
}

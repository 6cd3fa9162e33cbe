package io.concor.experiments.autopilot;

import io.concor.JoinSettings;
import io.concor.experiments.laboratory.SampleEndpoints;
import io.concor.experiments.laboratory.SampleLoad;
import io.concor.experiments.laboratory.SamplePlant;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.Testbed;
import io.concor.experiments.testbed.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The flow of a sample, which is read and changed over HTTP. */
final class SampleTunedFlow implements TunedFlow {

    /** Longer than a search or the autopilot takes; closing the sample ends the load. */
    private static final Duration LONG = Duration.ofHours(1);

    private static final String NONE = "none";

    private final MeasuredApplication application;
    private final SampleEndpoints endpoints;
    private final String flow;
    private final SampleLoad load;

    private SampleTunedFlow(MeasuredApplication application, SamplePlant sample) {
        this.application = application;
        this.endpoints = new SampleEndpoints(application);
        this.flow = sample.sample().flow();
        this.load = SampleLoad.start(application, sample.name(), sample.rate(), LONG, sample.load());
    }

    /** Starts a sample, sends load and waits until both are warm. */
    static TunedFlow open(SamplePlant sample, Map<String, JoinSettings> layout, Workspace workspace) throws Exception {
        MeasuredApplication application = Testbed.start(
                workspace,
                sample.settings(),
                workspace.folder("autopilot", sample.name().replace('/', '-')));
        try {
            SampleTunedFlow opened = new SampleTunedFlow(application, sample);
            opened.change(layout);
            Thread.sleep(SampleLoad.LEAD_IN.toMillis());
            return opened;
        } catch (RuntimeException | InterruptedException failed) {
            application.close();
            throw failed;
        }
    }

    /** The parts of the answers that are needed. */
    private record Slots(List<Slot> slots) {}

    private record Slot(String slot, String pool, int threads) {}

    private record History(List<Window> windows) {}

    private record Window(double throughput) {}

    private record Status(List<Decision> decisions) {}

    private record Decision(
            String at, String decided, @Nullable Outcome outcome) {

        String words() {
            String made = at + " " + decided;
            return outcome == null ? made : "%s %s: %s".formatted(made, outcome.result(), outcome.text());
        }
    }

    private record Outcome(String result, String text) {}

    @Override
    public void change(Map<String, JoinSettings> layout) {
        for (Slot slot : get("concorslots/" + flow, Slots.class).slots()) {
            endpoints.post("concorslots/%s/%s".formatted(flow, slot.slot()), settings(layout.get(slot.slot())));
        }
    }

    private static Map<String, ?> settings(@Nullable JoinSettings join) {
        return join == null ? Map.of("pool", NONE) : Map.of("pool", join.pool().toString(), "threads", join.threads());
    }

    @Override
    public double throughput(int seconds) {
        load.requireRunning();
        return get("concorstats/%s/history?seconds=%d".formatted(flow, seconds), History.class).windows().stream()
                .mapToDouble(Window::throughput)
                .average()
                .orElse(0);
    }

    @Override
    public Map<String, Integer> threads() {
        Map<String, Integer> threads = new TreeMap<>();
        for (Slot slot : get("concorslots/" + flow, Slots.class).slots()) {
            if (!slot.pool().equals(NONE)) {
                threads.put(slot.slot(), slot.threads());
            }
        }
        return threads;
    }

    @Override
    public void startAutopilot() {
        endpoints.post("concorautopilot/" + flow, Map.of("mode", "auto"));
    }

    @Override
    public List<String> decisions() {
        List<String> decisions = new ArrayList<>(get("concorautopilot/" + flow, Status.class).decisions().stream()
                .map(Decision::words)
                .toList());
        Collections.reverse(decisions);
        return decisions;
    }

    private <T> T get(String path, Class<T> type) {
        return endpoints
                .get(path, type)
                .orElseThrow(() -> new ExperimentException("%s does not answer in time".formatted(path)));
    }

    @Override
    public void close() {
        application.close();
    }
}

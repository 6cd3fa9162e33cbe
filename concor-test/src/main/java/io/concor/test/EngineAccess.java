package io.concor.test;

import io.concor.Flow;
import io.concor.InvalidFlowException;
import io.concor.JoinSettings;
import io.concor.engine.FlowLifecycle;
import io.concor.engine.StagedFlow;
import io.concor.layout.Layout;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** The access of this module to the engine: what no application may do to a flow. Thread-safe. */
final class EngineAccess {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final StagedFlow<?, ?> flow;
    /** The joins that were taken out. */
    private volatile Map<String, JoinSettings> removed = Map.of();

    private EngineAccess(StagedFlow<?, ?> flow) {
        this.flow = flow;
    }

    static EngineAccess to(Flow<?, ?> flow) {
        if (flow instanceof StagedFlow<?, ?> staged) {
            return new EngineAccess(staged);
        }
        throw new InvalidFlowException(
                flow.name(),
                null,
                String.format(
                        Locale.ROOT,
                        "%s is not the flow that Flows.create built",
                        flow.getClass().getName()),
                "Test the flow itself, not a mock, a proxy or a wrapper");
    }

    void advanceClock(Duration time, boolean stopped) {
        flow.lifecycle().advanceClock(time, stopped);
    }

    /** Checks no rule. */
    void removeJoins() {
        if (removed.isEmpty()) {
            removed = flow.reader().layout().slots();
            replaceJoins(removed, Map.of());
        }
    }

    void restoreJoins() {
        replaceJoins(removed, removed);
        removed = Map.of();
    }

    /** Keeps the version of the layout, which belongs to the manager of the application. */
    private void replaceJoins(Map<String, JoinSettings> slots, Map<String, JoinSettings> after) {
        FlowLifecycle lifecycle = flow.lifecycle();
        if (!slots.isEmpty()) {
            lifecycle.exclusively(slots.keySet(), LIMIT, () -> {
                Layout layout = new Layout(flow.reader().layout().version(), after);
                return lifecycle.change(slots.keySet(), layout, LIMIT);
            });
        }
    }
}

package io.concor.manage;

import io.concor.Flow;
import io.concor.InvalidFlowException;
import io.concor.engine.StagedFlow;
import io.concor.layout.FlowState;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/** The flows of a manager by name. Thread-safe. */
final class ManagedFlows {

    private final Map<String, ManagedFlow> flows = new ConcurrentSkipListMap<>();
    private final ResourceBudget budget;
    private final int historySize;
    private final ActivePresets presets;
    private final ChangePublisher news;
    private final ChangeClock clock;

    ManagedFlows(
            ResourceBudget budget, int historySize, ActivePresets presets, ChangePublisher news, ChangeClock clock) {
        this.presets = presets;
        this.budget = budget;
        this.historySize = ChangeHistory.checked(historySize);
        this.news = news;
        this.clock = clock;
    }

    /** Makes a flow known, and forgets those that were closed for good. */
    synchronized void register(Flow<?, ?> flow) {
        if (!(flow instanceof StagedFlow<?, ?> staged)) {
            throw new InvalidFlowException(flow.name(), null, "it was not made by Flows", "Build it with Flows.create");
        }
        ManagedFlow known = flows.get(staged.name());
        if (known != null && known.flow() == staged) {
            return;
        }
        flows.values().removeIf(managed -> managed.flow().lifecycle().state() == FlowState.CLOSED);
        presets.retain(flows.keySet());
        CrossFlowRules.check(staged.definition(), all().toList());
        add(staged);
    }

    private void add(StagedFlow<?, ?> flow) {
        ChangeHistory history =
                new ChangeHistory(historySize, flow.reader().layout().version());
        ChangeCoordinator changes = new ChangeCoordinator(flow, budget, history, presets, news, clock);
        changes.begin();
        flows.put(flow.name(), new ManagedFlow(flow, changes, presets));
    }

    List<String> names() {
        return List.copyOf(flows.keySet());
    }

    Stream<StagedFlow<?, ?>> all() {
        return flows.values().stream().map(ManagedFlow::flow);
    }

    StagedFlow<?, ?> flow(String name) {
        return managed(name).flow();
    }

    /** The changes of the flow that a request names; where there is none, who listens hears of it. */
    ChangeCoordinator changes(ChangeRequest request) {
        try {
            return managed(request.flow()).changes();
        } catch (UnknownNameException unknown) {
            news.notKnown(request, unknown);
            throw unknown;
        }
    }

    ManagedFlow managed(String name) {
        ManagedFlow managed = flows.get(name);
        if (managed == null) {
            throw new UnknownNameException("flow", name, names());
        }
        return managed;
    }
}

package io.concor.manage;

import io.concor.Flow;
import io.concor.InvalidFlowException;
import io.concor.engine.StagedFlow;
import io.concor.layout.FlowState;
import io.concor.preset.PresetStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/** The flows of a manager by name. Thread-safe. */
final class ManagedFlows {

    private final Map<String, ManagedFlow> flows = new ConcurrentSkipListMap<>();
    /** Closed flows with threads that have not returned from a task; guarded by this. */
    private final List<StagedFlow<?, ?>> ending = new ArrayList<>();

    private final PresetStore presets;
    private final ResourceBudget budget;
    private final int historySize;
    private final ChangePublisher publisher;
    private final ChangeClock clock;

    ManagedFlows(
            PresetStore presets, ResourceLimits limits, int historySize, ChangePublisher publisher, ChangeClock clock) {
        this.presets = presets;
        this.budget = new ResourceBudget(limits);
        this.historySize = ChangeHistory.checked(historySize);
        this.publisher = publisher;
        this.clock = clock;
    }

    /** Adds a flow, unless it is known, and removes closed ones. */
    synchronized void register(Flow<?, ?> flow) {
        if (!(flow instanceof StagedFlow<?, ?> staged)) {
            throw new InvalidFlowException(flow.name(), null, "it was not made by Flows", "Build it with Flows.create");
        }
        ManagedFlow known = flows.get(staged.name());
        if (known == null || known.flow() != staged) {
            forgetClosed();
            CrossFlowRules.check(staged.definition(), staged().toList(), ending);
            flows.put(staged.name(), managed(staged));
        }
    }

    /** A closed flow whose task does not return could still run that task. */
    synchronized void forgetClosed() {
        staged().filter(flow -> flow.lifecycle().state() == FlowState.CLOSED).forEach(ending::add);
        flows.values().removeIf(managed -> ending.contains(managed.flow()));
        ending.removeIf(flow -> flow.lifecycle().threadsHaveEnded());
    }

    private ManagedFlow managed(StagedFlow<?, ?> flow) {
        ChangeHistory history =
                new ChangeHistory(historySize, flow.reader().layout().version());
        DeletedPresets deleted = new DeletedPresets();
        ActivePreset active = new ActivePreset(deleted);
        ChangeCoordinator changes = new ChangeCoordinator(flow, budget, history, active, publisher, clock);
        changes.reserveFirstLayout();
        FlowPresets own = new FlowPresets(flow, presets, changes, active, deleted, publisher, clock);
        return new ManagedFlow(flow, changes, own, publisher);
    }

    List<String> names() {
        return List.copyOf(flows.keySet());
    }

    List<ManagedFlow> all() {
        return List.copyOf(flows.values());
    }

    private Stream<StagedFlow<?, ?>> staged() {
        return flows.values().stream().map(ManagedFlow::flow);
    }

    ManagedFlow get(String name) {
        ManagedFlow managed = flows.get(name);
        if (managed == null) {
            throw new UnknownNameException("flow", name, names());
        }
        return managed;
    }
}

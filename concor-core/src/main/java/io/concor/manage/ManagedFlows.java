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
import java.util.function.Function;
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
            CrossFlowRules.check(staged.definition(), all().toList(), ending);
            flows.put(staged.name(), managed(staged));
        }
    }

    /** A closed flow whose task does not return could still run that task. */
    synchronized void forgetClosed() {
        all().filter(flow -> flow.lifecycle().state() == FlowState.CLOSED).forEach(ending::add);
        flows.values().removeIf(managed -> ending.contains(managed.flow()));
        ending.removeIf(flow -> flow.lifecycle().threadsHaveEnded());
    }

    private ManagedFlow managed(StagedFlow<?, ?> flow) {
        ChangeHistory history =
                new ChangeHistory(historySize, flow.reader().layout().version());
        FlowPresets own = new FlowPresets(flow.definition(), presets, publisher, clock);
        ChangeCoordinator changes = new ChangeCoordinator(flow, budget, history, own.active(), publisher, clock);
        changes.reserveFirstLayout();
        return new ManagedFlow(flow, changes, own);
    }

    List<String> names() {
        return List.copyOf(flows.keySet());
    }

    Stream<StagedFlow<?, ?>> all() {
        return flows.values().stream().map(ManagedFlow::flow);
    }

    <T> Stream<T> each(Function<String, T> reader) {
        return names().stream().flatMap(name -> present(name, reader));
    }

    private <T> Stream<T> present(String name, Function<String, T> reader) {
        try {
            return Stream.of(reader.apply(name));
        } catch (UnknownNameException unknown) {
            if (flows.containsKey(name)) {
                throw unknown;
            }
            return Stream.empty();
        }
    }

    ManagedFlow get(String name) {
        ManagedFlow managed = flows.get(name);
        if (managed == null) {
            throw new UnknownNameException("flow", name, names());
        }
        return managed;
    }
}

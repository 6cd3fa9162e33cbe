package io.concor.engine;

import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.measure.StatisticsCollector;
import io.concor.engine.measure.StatisticsCollector.FlowCounters;
import io.concor.layout.FlowSummary;
import io.concor.layout.Layout;
import io.concor.layout.SlotState;
import io.concor.statistics.FlowStatistics;
import java.util.List;
import java.util.stream.IntStream;

/** Reads the state of a flow: layout, summary, slots and statistics. Thread-safe. */
public final class FlowReader {

    private final FlowDefinition flow;
    private final Dispatcher dispatcher;
    private final FlowLifecycle lifecycle;
    private final Counters counters;
    private final StatisticsCollector statistics;

    FlowReader(
            FlowDefinition flow,
            Dispatcher dispatcher,
            FlowLifecycle lifecycle,
            Counters counters,
            StatisticsCollector statistics) {
        this.flow = flow;
        this.dispatcher = dispatcher;
        this.lifecycle = lifecycle;
        this.counters = counters;
        this.statistics = statistics;
    }

    /** Returns the layout in force. */
    public Layout layout() {
        return counters.layout();
    }

    public FlowSummary summary() {
        long timedOut = counters.completion().timedOut(); // read once, so that the sum of failures never decreases
        return new FlowSummary(
                flow.name(),
                lifecycle.state(),
                flow.size(),
                layout().version(),
                counters.inFlight(),
                flow.limits().maxInFlight(),
                counters.completed(),
                counters.completion().failedWithoutTimeout() + timedOut,
                timedOut,
                counters.refused(),
                counters.completion().ignoredContinuations(),
                dispatcher.sampling().enabled());
    }

    public FlowStatistics statistics() {
        List<SlotState> filled =
                slots().stream().filter(slot -> slot.settings() != null).toList();
        return statistics.read(dispatcher.sampling(), filled);
    }

    /** Returns the state of all slots, in the order of the components. */
    public List<SlotState> slots() {
        return IntStream.range(0, flow.size()).mapToObj(this::slot).toList();
    }

    /** Returns the state of the slot of a component. */
    public SlotState slot(int component) {
        RoutingTable routing = counters.runner().routing();
        Join join = routing.join(component);
        String slot = flow.component(component).name();
        return join == null
                ? counters.registry()
                        .emptySlot(component, routing.layout().slots().get(slot))
                : join.state(slot);
    }

    /** The counters of a flow, read from the parts that count. */
    record Counters(AdmissionGate gate, EventCompletion completion, EventRunner runner, JoinRegistry registry)
            implements FlowCounters {

        @Override
        public Layout layout() {
            return runner.routing().layout();
        }

        @Override
        public long inFlight() {
            return gate.contexts().held();
        }

        @Override
        public long completed() {
            return gate.contexts().completed();
        }

        @Override
        public long failed() {
            return completion.failed();
        }

        @Override
        public long refused() {
            return gate.refused();
        }

        @Override
        public long taken(int slot) {
            return registry.taken(slot);
        }
    }
}

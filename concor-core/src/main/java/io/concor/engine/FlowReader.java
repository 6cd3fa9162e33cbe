package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.measure.StatisticsCollector;
import io.concor.engine.path.RoutingTable;
import io.concor.engine.pool.Join;
import io.concor.engine.stored.StoredSlot;
import io.concor.layout.FlowInstance;
import io.concor.layout.FlowSummary;
import io.concor.layout.Layout;
import io.concor.layout.SlotState;
import io.concor.statistics.BatchDecision;
import io.concor.statistics.FlowReading;
import io.concor.statistics.FlowStatistics;
import io.concor.statistics.QueueFigures;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the state of a flow: layout, summary, slots and statistics. Thread-safe. */
public final class FlowReader {

    private final FlowParts parts;
    private final FlowDefinition flow;
    private final Dispatcher dispatcher;
    private final FlowLifecycle lifecycle;
    private final StatisticsCollector statistics;

    FlowReader(FlowParts parts, Dispatcher dispatcher, FlowLifecycle lifecycle, StatisticsCollector statistics) {
        this.parts = parts;
        this.flow = parts.definition();
        this.dispatcher = dispatcher;
        this.lifecycle = lifecycle;
        this.statistics = statistics;
    }

    /** Returns the layout in force. */
    public Layout layout() {
        return parts.layout();
    }

    public FlowSummary summary() {
        long timedOut = parts.completion().timedOut(); // read once, so that the sum of failures never decreases
        long recovered = parts.completion().recovered(); // read before the completed events, which include them
        return new FlowSummary(
                flow.name(),
                lifecycle.state(),
                flow.size(),
                layout().version(),
                parts.inFlight(),
                flow.limits().maxInFlight(),
                parts.completed(),
                recovered,
                parts.completion().failedWithoutTimeout() + timedOut,
                timedOut,
                parts.completion().cancelled(),
                parts.completion().handedOn(),
                parts.completion().deadLetters().given(),
                parts.completion().deadLetters().lost(),
                parts.timeoutCount(),
                parts.refusals(),
                parts.path().ignoredContinuations(),
                dispatcher.sampling().enabled());
    }

    public FlowStatistics statistics() {
        return statistics.read(dispatcher.sampling(), filledSlots());
    }

    /** Returns how many events are inside. */
    public long inFlight() {
        return parts.inFlight();
    }

    /** Returns how many events were admitted or refused. */
    public long arrived() {
        return parts.admitted() + parts.refusals().total();
    }

    /** Returns the counters and levels of now. */
    public FlowReading reading() {
        return statistics.reading(flow.limits().maxInFlight(), slots());
    }

    /** Returns the last decisions about the size of the batches of a component, the newest first. */
    public List<BatchDecision> batchDecisions(int component) {
        return parts.path().batchDecisions(component);
    }

    /** Returns what is known of the queue in which the events of a component wait, or null if they wait in memory. */
    public @Nullable QueueFigures queue(int component) {
        StoredSlot storage = parts.storages().at(component);
        return storage == null ? null : storage.figures();
    }

    /** Returns the processes that share the flow, as far as they are known. */
    public List<FlowInstance> instances() {
        return parts.storages().instances();
    }

    /** Returns the state of all slots, in the order of the components. */
    public List<SlotState> slots() {
        return IntStream.range(0, flow.size()).mapToObj(this::slot).toList();
    }

    /** Returns the state of the filled slots, in the order of the components. */
    private List<SlotState> filledSlots() {
        RoutingTable routing = parts.path().routing();
        Map<String, JoinSettings> filled = routing.layout().slots();
        return IntStream.range(0, flow.size())
                .filter(flow::isHere)
                .filter(i -> routing.join(i) != null
                        || filled.containsKey(flow.component(i).name()))
                .mapToObj(this::slot)
                .filter(slot -> slot.settings() != null) // it may have been emptied meanwhile
                .toList();
    }

    public SlotState slot(int component) {
        RoutingTable routing = parts.path().routing();
        Join join = routing.join(component);
        String slot = flow.component(component).name();
        Join served = flow.isHere(component) ? join : null;
        return parts.registry()
                .state(component, served == null ? routing.layout().slots().get(slot) : served.settings(), join);
    }
}

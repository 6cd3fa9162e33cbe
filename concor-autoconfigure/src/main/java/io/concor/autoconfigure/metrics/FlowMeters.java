package io.concor.autoconfigure.metrics;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.RefusedException.Reason;
import io.concor.Sampling;
import io.concor.TaskKind;
import io.concor.Transaction;
import io.concor.layout.FlowSummary;
import io.concor.layout.Placement;
import io.concor.layout.Topology.TransactionScope;
import io.concor.manage.Manager;
import io.concor.statistics.EventOutcome;
import io.concor.statistics.FlowStatistics;
import io.concor.statistics.SampleListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one flow in one registry. Those of slots, queues and stages are added and removed with the layout. Holds what
 * the meters read, because Micrometer holds it weakly. Thread-safe.
 */
final class FlowMeters {

    private final Manager manager;
    private final String flow;
    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Component> components;
    private final LastKnownValue<FlowSummary> summary;
    private final LastKnownValue<Sampling> sampling;
    private final LastKnownValue<Boolean> drifted;
    private final FlowSampleRecorder samples;
    private final ExpiringValue<FlowStatistics> statistics;
    private final Map<String, Counter> changed = new HashMap<>();
    private final Map<String, Counter> refused = new HashMap<>();
    /** Indexed by component; null if the slot is empty. Guarded by this. */
    private final @Nullable SlotMeters[] slots;
    /** Indexed by component; null if events wait in memory. Guarded by this. */
    private final @Nullable QueueMeters[] queues;

    FlowMeters(Manager manager, String flow, MeterRegistry registry) {
        this.manager = manager;
        this.flow = flow;
        this.registry = registry;
        this.tags = Tags.of("flow", flow);
        this.components = manager.flow(flow).topology().components();
        this.summary = new LastKnownValue<>(() -> manager.flow(flow).summary());
        this.sampling = new LastKnownValue<>(() -> manager.flow(flow).sampling());
        this.drifted = new LastKnownValue<>(() -> manager.flow(flow).topology().drifted());
        this.samples = new FlowSampleRecorder(
                components.size(),
                timer("concor.flow.latency", "Sampled events only: time from entry to end, with percentiles"));
        this.statistics = new ExpiringValue<>(
                new LastKnownValue<>(() -> manager.flow(flow).statistics()), System::nanoTime);
        this.slots = new SlotMeters[components.size()];
        this.queues = new QueueMeters[components.size()];
        bindFlow();
        bindOutcomes();
        bindComponents();
        manager.flow(flow).topology().transactions().forEach(this::bindTransaction);
    }

    SampleListener samples() {
        return samples;
    }

    void changed(String slot) {
        count(changed.get(slot));
    }

    void refused(String slot) {
        count(refused.get(slot));
    }

    private static void count(@Nullable Counter counter) {
        if (counter != null) {
            counter.increment();
        }
    }

    /** Registers and removes the meters of slots, queues and stages according to the current layout. */
    synchronized void updateToLayout() {
        Placement placement = manager.flow(flow).placement();
        Map<String, JoinSettings> filled = manager.flow(flow).layout().slots();
        for (int index = 0; index < components.size(); index++) {
            boolean here = placement.isHere(index);
            JoinSettings join = filled.get(components.get(index).name());
            boolean stored = join != null && join.queue() != QueueKind.MEMORY;
            updateSlot(index, here && join != null);
            updateQueue(index, stored && (here || placement.isExit(index)));
            updateStage(index, here && (join != null || index == 0));
        }
    }

    private void updateSlot(int index, boolean filled) {
        SlotMeters present = slots[index];
        if (filled && present == null) {
            slots[index] = new SlotMeters(manager, flow, components.get(index).name(), registry, statistics);
            samples.waitings.set(index, slots[index].waiting());
        } else if (!filled && present != null) {
            samples.waitings.set(index, null);
            present.remove();
            slots[index] = null;
        }
    }

    private void updateQueue(int index, boolean stored) {
        QueueMeters present = queues[index];
        if (stored && present == null) {
            queues[index] = new QueueMeters(manager, flow, components.get(index).name(), registry);
        } else if (!stored && present != null) {
            present.remove();
            queues[index] = null;
        }
    }

    private void updateStage(int index, boolean begins) {
        Timer present = samples.stages.get(index);
        if (begins && present == null) {
            String name = components.get(index).name();
            samples.stages.set(
                    index, timer("concor.stage", "Sampled time from arrival at a stage to its end", "stage", name));
        } else if (!begins && present != null) {
            samples.stages.set(index, null);
            registry.remove(present);
        }
    }

    private void bindFlow() {
        gauge("concor.flow.in.flight", "Events inside the flow", summary, FlowSummary::inFlight);
        gauge(
                "concor.flow.max.in.flight",
                "Maximum number of events inside the flow",
                summary,
                FlowSummary::maxInFlight);
        gauge("concor.layout.version", "Version of the layout", summary, FlowSummary::version);
        gauge(
                "concor.layout.drifted",
                "1 if the layout differs from the active preset, otherwise 0",
                drifted,
                differs -> differs ? 1 : 0);
        gauge(
                "concor.sampling.burst",
                "Number of events that are sampled in each interval; 0 if sampling is off",
                sampling,
                present -> present.enabled() ? present.burst() : 0);
        gauge("concor.sampling.interval", "Length of a sampling interval in events", sampling, Sampling::interval);
        counter(
                "concor.flow.recovered",
                "Completed events of which a catch component had handled an error",
                FlowSummary::recovered);
        counter("concor.flow.timeouts", "Timeouts, also those that a catch component handled", FlowSummary::timeouts);
        deadLetters("received", FlowSummary::deadLetters);
        deadLetters("lost", FlowSummary::lostDeadLetters);
        for (Reason reason : Reason.values()) {
            counter(
                    "concor.flow.refused",
                    "Events that were not admitted",
                    tags.and("reason", reason.toString()),
                    flow -> flow.refusals().count(reason));
        }
        counter(
                "concor.flow.ignored.continuations",
                "Ignored calls of continuations, which came after the first one",
                FlowSummary::ignoredContinuations);
    }

    private void deadLetters(String result, ToDoubleFunction<FlowSummary> count) {
        counter(
                "concor.flow.dead.letters",
                "Events that ended with an error and that no caller awaited, given to the dead letters",
                tags.and("result", result),
                count);
    }

    private <T> void gauge(String name, String description, LastKnownValue<T> read, ToDoubleFunction<T> value) {
        Gauge.builder(name, read, known -> value.applyAsDouble(known.get()))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private void counter(String name, String description, ToDoubleFunction<FlowSummary> value) {
        counter(name, description, tags, value);
    }

    private void counter(String name, String description, Tags identity, ToDoubleFunction<FlowSummary> value) {
        FunctionCounter.builder(name, summary, known -> value.applyAsDouble(known.get()))
                .description(description)
                .tags(identity)
                .register(registry);
    }

    private void bindOutcomes() {
        outcome(EventOutcome.COMPLETED, FlowSummary::completed);
        outcome(EventOutcome.FAILED, summary -> summary.failed() - summary.timedOut());
        outcome(EventOutcome.TIMED_OUT, FlowSummary::timedOut);
        outcome(EventOutcome.CANCELLED, FlowSummary::cancelled);
    }

    private void outcome(EventOutcome outcome, ToLongFunction<FlowSummary> count) {
        EstimatedTime time = new EstimatedTime(() -> count.applyAsLong(summary.get()));
        samples.outcomes.set(outcome.ordinal(), time);
        FunctionTimer.builder(
                        "concor.flow", time, EstimatedTime::count, EstimatedTime::totalNanos, TimeUnit.NANOSECONDS)
                .description("All ended events: the count is exact, the time is estimated from samples")
                .tags(tags.and("outcome", outcome.toString()))
                .register(registry);
    }

    private void bindComponents() {
        Placement placement = manager.flow(flow).placement();
        for (int index = 0; index < components.size(); index++) {
            if (placement.isHere(index)) {
                bindComponent(index);
            }
            String slot = components.get(index).name();
            changed.put(slot, changes(slot, "changed"));
            refused.put(slot, changes(slot, "refused"));
        }
    }

    private void bindComponent(int index) {
        Component component = components.get(index);
        samples.services.set(
                index,
                timer(
                        "concor.task",
                        "Sampled duration of a task; of a batch task, an event's share",
                        "task",
                        component.name(),
                        "kind",
                        component.kind().toString()));
        bindErrors(index);
        bindRetries(index);
        if (component.kind() == TaskKind.BATCH) {
            samples.batches.set(index, new BatchMeters(tags, component.name(), registry, statistics));
        }
    }

    private void bindErrors(int component) {
        FunctionCounter.builder("concor.task.errors", this, self -> self.errors(component))
                .description("Errors that occurred in a component, caught ones and timeouts included")
                .tags(tags.and("task", components.get(component).name()))
                .register(registry);
    }

    private double errors(int component) {
        return figures(component).errors();
    }

    private void bindRetries(int component) {
        FunctionCounter.builder("concor.task.retries", this, self -> self.retries(component))
                .description("Attempts after the first one of a component")
                .tags(tags.and("task", components.get(component).name()))
                .register(registry);
    }

    private double retries(int component) {
        return figures(component).retries();
    }

    private FlowStatistics.ComponentFigures figures(int component) {
        return statistics.get().sinceStart().components().get(component);
    }

    private void bindTransaction(TransactionScope scope) {
        Map<Transaction.Outcome, Timer> timers = new EnumMap<>(Transaction.Outcome.class);
        for (Transaction.Outcome outcome : Transaction.Outcome.values()) {
            timers.put(
                    outcome,
                    timer(
                            "concor.transaction",
                            "Time during which a transaction held its connection",
                            "from",
                            scope.from(),
                            "to",
                            scope.to(),
                            "outcome",
                            outcome.toString()));
        }
        samples.transactions.set(
                components.stream().map(Component::name).toList().indexOf(scope.from()), timers);
    }

    private Timer timer(String name, String description, String... more) {
        return SampleTimers.timer(name, description).tags(tags.and(more)).register(registry);
    }

    private Counter changes(String slot, String result) {
        return Counter.builder("concor.slot.changes")
                .description("Requested changes of a slot")
                .tags(tags.and("slot", slot, "result", result))
                .register(registry);
    }
}

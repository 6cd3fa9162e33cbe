package io.concor.autoconfigure.metrics;

import io.concor.JoinSettings;
import io.concor.layout.SlotState;
import io.concor.manage.Manager;
import io.concor.statistics.FlowStatistics;
import io.concor.statistics.FlowStatistics.SlotFigures;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one filled slot in one registry. They stay when the join of the slot is replaced, and are removed when
 * the slot becomes empty.
 */
final class SlotMeters {

    private final MeterRegistry registry;
    private final String slot;
    private final LastKnownValue<SlotState> state;
    private final ExpiringValue<FlowStatistics> statistics;
    private final List<Meter> meters = new ArrayList<>();
    private final Timer waiting;
    /** The number of events that the previous joins handled. Guarded by this, like the following field. */
    private long handledBefore;

    private long handledByCurrent;

    SlotMeters(
            Manager manager,
            String flow,
            String slot,
            MeterRegistry registry,
            ExpiringValue<FlowStatistics> statistics) {
        this.slot = slot;
        this.state = new LastKnownValue<>(() -> manager.flow(flow).slot(slot));
        this.registry = registry;
        this.statistics = statistics;
        Tags tags = Tags.of("flow", flow, "slot", slot);
        waiting = SampleTimers.timer("concor.slot.wait", "Sampled time that events waited in the ring")
                .tags(tags)
                .register(registry);
        meters.add(waiting);
        bindSlot(tags);
        bindPool(Tags.of("name", flow + "." + slot));
    }

    Timer waiting() {
        return waiting;
    }

    void remove() {
        meters.forEach(registry::remove);
    }

    private void bindSlot(Tags tags) {
        gauge("concor.slot.size", "Events that wait in the ring", null, tags, SlotState::queueSize);
        gauge(
                "concor.slot.capacity",
                "Number of events that can wait before the previous stage pauses",
                null,
                tags,
                state -> ofJoin(state, JoinSettings::capacity));
        share("busy", "in tasks", tags, SlotFigures::busy);
        share("blocked", "waiting for room in the next filled slot", tags, SlotFigures::blocked);
        share("idle", "without an event", tags, SlotFigures::idle);
        share("utilisation", "in tasks", tags, SlotFigures::utilisation);
    }

    private void bindPool(Tags tags) {
        gauge("executor.active", "Threads that handle an event", BaseUnits.THREADS, tags, SlotState::activeThreads);
        gauge("executor.pool.size", "Threads of the pool", BaseUnits.THREADS, tags, SlotState::totalThreads);
        gauge(
                "executor.pool.core",
                "Minimum number of threads",
                BaseUnits.THREADS,
                tags,
                state -> ofJoin(state, SlotMeters::coreThreads));
        gauge(
                "executor.pool.max",
                "Maximum number of threads",
                BaseUnits.THREADS,
                tags,
                state -> ofJoin(state, JoinSettings::threads));
        gauge("executor.queued", "Events that wait in the ring", BaseUnits.TASKS, tags, SlotState::queueSize);
        gauge(
                "executor.queue.remaining",
                "Free capacity of the ring",
                BaseUnits.TASKS,
                tags,
                state -> Math.max(0, ofJoin(state, JoinSettings::capacity) - state.queueSize()));
        meters.add(FunctionCounter.builder("executor.completed", this, SlotMeters::handled)
                .description("Events that the pool has handled since the slot was filled")
                .baseUnit(BaseUnits.TASKS)
                .tags(tags)
                .register(registry));
    }

    private void share(String name, String where, Tags tags, ToDoubleFunction<SlotFigures> share) {
        meters.add(Gauge.builder("concor.slot." + name, this, self -> self.lastTenSeconds(share))
                .description("Share of the threads' time " + where + " in the last ten seconds, 0 to 1")
                .tags(tags)
                .register(registry));
    }

    private void gauge(
            String name, String description, @Nullable String unit, Tags tags, ToDoubleFunction<SlotState> value) {
        meters.add(Gauge.builder(name, this, self -> value.applyAsDouble(self.state.get()))
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry));
    }

    /** Continues the count after the flow was stopped and started, which creates another join. */
    private synchronized double handled() {
        long taken = state.get().taken();
        if (taken < handledByCurrent) {
            handledBefore += handledByCurrent;
        }
        handledByCurrent = taken;
        return handledBefore + handledByCurrent;
    }

    private double lastTenSeconds(ToDoubleFunction<SlotFigures> figure) {
        return statistics.get().window().slots().stream()
                .filter(period -> period.name().equals(slot))
                .mapToDouble(figure)
                .findFirst()
                .orElse(0);
    }

    private static double ofJoin(SlotState state, ToDoubleFunction<JoinSettings> setting) {
        JoinSettings settings = state.settings();
        return settings == null ? 0 : setting.applyAsDouble(settings);
    }

    private static double coreThreads(JoinSettings settings) {
        return switch (settings.pool()) {
            case FIXED, KEYED -> settings.threads();
            case SINGLE, CACHED, VIRTUAL -> 1;
        };
    }
}

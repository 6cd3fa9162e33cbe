package io.concor.autoconfigure.metrics;

import io.concor.manage.Manager;
import io.concor.statistics.QueueFigures;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The meters of the queue of one slot whose events wait in a store, in one registry; removed when they wait in memory again. To
 * read them asks nothing of the store: gauges are of all processes, as they were read some seconds ago; counters are of this one.
 */
final class QueueMeters {

    private final Manager manager;
    private final String flow;
    private final String slot;
    private final MeterRegistry registry;
    private final Tags tags;
    private final LastKnownValue<QueueFigures> figures;
    private final List<Meter> meters = new ArrayList<>();
    private volatile QueueFigures last = QueueFigures.ofDepth(0);

    QueueMeters(Manager manager, String flow, String slot, MeterRegistry registry) {
        this.manager = manager;
        this.flow = flow;
        this.slot = slot;
        this.registry = registry;
        this.tags = Tags.of("flow", flow, "slot", slot);
        this.figures = new LastKnownValue<>(this::present);
        gauge(
                "concor.queue.depth",
                "Events that wait in the queue or are in work, of all processes",
                BaseUnits.EVENTS,
                QueueFigures::depth);
        gauge(
                "concor.queue.oldest",
                "How long ago the first event of the queue was put",
                "seconds",
                QueueFigures::oldestSeconds);
        gauge("concor.queue.dead", "Dead letters of the queue", BaseUnits.EVENTS, QueueFigures::dead);
        counter("concor.queue.put", "Events that this process has put into the queue", QueueFigures::put);
        counter(
                "concor.queue.taken",
                "Events of the queue that this process has handled, handed on or made dead letters",
                QueueFigures::taken);
        counter(
                "concor.queue.retries",
                "Failed attempts in this process, after which the queue keeps the event for another one",
                QueueFigures::retries);
    }

    /** A stopped flow has no queue: its figures stay as they were. */
    private QueueFigures present() {
        QueueFigures now = manager.flow(flow).queue(slot);
        QueueFigures known = now == null ? last : now;
        last = known;
        return known;
    }

    void remove() {
        meters.forEach(registry::remove);
    }

    private void gauge(String name, String description, String unit, ToDoubleFunction<QueueFigures> value) {
        meters.add(Gauge.builder(name, this, self -> value.applyAsDouble(self.figures.get()))
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry));
    }

    private void counter(String name, String description, ToDoubleFunction<QueueFigures> value) {
        meters.add(FunctionCounter.builder(name, this, self -> value.applyAsDouble(self.figures.get()))
                .description(description)
                .tags(tags)
                .register(registry));
    }
}

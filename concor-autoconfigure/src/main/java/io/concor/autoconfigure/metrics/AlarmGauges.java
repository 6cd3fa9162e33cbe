package io.concor.autoconfigure.metrics;

import io.concor.layout.FlowState;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A gauge for each flow: 1 with tags of the alarm while it is raised, otherwise 0 with the tags for none. The gauge with
 * other tags replaces the one before, so each registry has one gauge for each flow. Thread-safe.
 */
final class AlarmGauges implements MeterBinder {

    private final Manager manager;
    private final String name;
    private final String description;
    private final Tags none;
    /** By flow. Guarded by this, like the following field. */
    private final Map<String, Row<?>> rows = new HashMap<>();

    private final List<MultiGauge> gauges = new ArrayList<>();

    /** @param none the tags of a flow without an alarm */
    AlarmGauges(Manager manager, String name, String description, Tags none) {
        this.manager = manager;
        this.name = name;
        this.description = description;
        this.none = none;
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        manager.names().forEach(flow -> rows.putIfAbsent(flow, row(flow, none, 0)));
        gauges.add(MultiGauge.builder(name).description(description).register(registry));
        register();
    }

    void raise(String flow, Tags tags) {
        replace(flow, row(flow, tags, 1));
    }

    void clear(String flow) {
        replace(flow, row(flow, none, 0));
    }

    private Row<?> row(String flow, Tags tags, int value) {
        return Row.of(tags.and("flow", flow), () -> isOpen(flow) ? value : 0);
    }

    private synchronized void replace(String flow, Row<?> row) {
        rows.put(flow, row);
        register();
    }

    private synchronized void register() {
        gauges.forEach(gauge -> gauge.register(rows.values(), true));
    }

    /** A closed flow has no alarm, nor has one that the manager has forgotten. */
    private boolean isOpen(String flow) {
        try {
            return manager.flow(flow).state() != FlowState.CLOSED;
        } catch (UnknownNameException removed) {
            return false;
        }
    }
}

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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A gauge for each flow: 1 with tags of the alarm while it is raised, otherwise 0 with the tags for none. The gauge with
 * other tags replaces the one before, so each registry has one gauge for each flow; those of other flows stay. Thread-safe.
 */
final class AlarmGauges implements MeterBinder {

    private final Manager manager;
    private final String name;
    private final String description;
    private final Tags none;
    /** The tags of the raised alarms by flow. */
    private final Map<String, Tags> raised = new ConcurrentHashMap<>();
    /** Guarded by this, like the following field. */
    private final Set<String> flows = new HashSet<>();

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
        flows.addAll(manager.names());
        gauges.add(MultiGauge.builder(name).description(description).register(registry));
        register();
    }

    synchronized void raise(String flow, Tags tags) {
        raised.put(flow, tags);
        flows.add(flow);
        register();
    }

    synchronized void clear(String flow) {
        raised.remove(flow);
        flows.add(flow);
        register();
    }

    private void register() {
        List<Row<?>> rows = flows.stream().<Row<?>>map(this::row).toList();
        // a gauge that is present with its tags is not exchanged: a scrape meanwhile would miss it
        gauges.forEach(gauge -> gauge.register(rows, false));
    }

    private Row<?> row(String flow) {
        Tags tags = raised.getOrDefault(flow, none);
        return Row.of(tags.and("flow", flow), () -> tags.equals(raised.get(flow)) && isOpen(flow) ? 1 : 0);
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

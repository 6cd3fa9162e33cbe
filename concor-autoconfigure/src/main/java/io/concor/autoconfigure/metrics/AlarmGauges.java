package io.concor.autoconfigure.metrics;

import io.concor.layout.FlowState;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
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
    /** By flow. Guarded by this, like the following fields. */
    private final Map<String, Alarm> alarms = new HashMap<>();

    private final Map<String, List<Registered>> meters = new HashMap<>();
    private final List<MeterRegistry> registries = new ArrayList<>();

    /** @param none the tags of a flow without an alarm */
    AlarmGauges(Manager manager, String name, String description, Tags none) {
        this.manager = manager;
        this.name = name;
        this.description = description;
        this.none = none;
    }

    private record Alarm(String flow, Tags tags, int value) {}

    private record Registered(MeterRegistry registry, Meter meter) {

        void remove() {
            registry.remove(meter);
        }
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        registries.add(registry);
        manager.names().forEach(flow -> alarms.putIfAbsent(flow, new Alarm(flow, none, 0)));
        alarms.values().forEach(alarm -> register(alarm, registry));
    }

    void raise(String flow, Tags tags) {
        replace(new Alarm(flow, tags, 1));
    }

    void clear(String flow) {
        replace(new Alarm(flow, none, 0));
    }

    private synchronized void replace(Alarm alarm) {
        alarms.put(alarm.flow(), alarm);
        List<Registered> former = meters.remove(alarm.flow());
        if (former != null) {
            former.forEach(Registered::remove);
        }
        registries.forEach(registry -> register(alarm, registry));
    }

    private void register(Alarm alarm, MeterRegistry registry) {
        Gauge gauge = Gauge.builder(name, () -> value(alarm)) // held strongly
                .description(description)
                .tags(alarm.tags().and("flow", alarm.flow()))
                .register(registry);
        meters.computeIfAbsent(alarm.flow(), flow -> new ArrayList<>()).add(new Registered(registry, gauge));
    }

    private int value(Alarm alarm) {
        return alarm.value() == 1 && isOpen(alarm.flow()) ? 1 : 0;
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

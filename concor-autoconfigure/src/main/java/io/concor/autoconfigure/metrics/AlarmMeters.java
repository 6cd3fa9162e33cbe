package io.concor.autoconfigure.metrics;

import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.layout.FlowState;
import io.concor.manage.Manager;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A gauge for each flow: 1 with the cause and the slot while its alarm is raised, otherwise 0 with {@code none} for both.
 * The gauge of another cause or slot replaces the one before, so each registry has one gauge for each flow. Thread-safe.
 */
final class AlarmMeters implements MeterBinder, AlarmListener {

    private static final String NONE = "none";

    private final Manager manager;
    /** By flow. Guarded by this, like the following fields. */
    private final Map<String, Alarm> alarms = new HashMap<>();

    private final Map<String, List<Registered>> meters = new HashMap<>();
    private final List<MeterRegistry> registries = new ArrayList<>();

    AlarmMeters(Manager manager) {
        this.manager = manager;
    }

    private record Alarm(String flow, String cause, String slot, int value) {

        static Alarm cleared(String flow) {
            return new Alarm(flow, NONE, NONE, 0);
        }

        static Alarm raised(Verdict verdict) {
            return new Alarm(verdict.flow(), named(verdict.cause()), named(verdict.slot()), 1);
        }

        private static String named(@Nullable Object value) {
            return value == null ? NONE : value.toString();
        }
    }

    private record Registered(MeterRegistry registry, Meter meter) {

        void remove() {
            registry.remove(meter);
        }
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        registries.add(registry);
        manager.names().forEach(flow -> alarms.putIfAbsent(flow, Alarm.cleared(flow)));
        alarms.values().forEach(alarm -> register(alarm, registry));
    }

    @Override
    public void onRaised(Verdict verdict) {
        replace(Alarm.raised(verdict));
    }

    @Override
    public void onMoved(Verdict verdict) {
        replace(Alarm.raised(verdict));
    }

    @Override
    public void onCleared(Verdict raised) {
        replace(Alarm.cleared(raised.flow()));
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
        Gauge gauge = Gauge.builder("concor.flow.limited", () -> value(alarm)) // held strongly
                .description("1 while the alarm of the flow is raised, otherwise 0")
                .tags("flow", alarm.flow(), "cause", alarm.cause(), "slot", alarm.slot())
                .register(registry);
        meters.computeIfAbsent(alarm.flow(), flow -> new ArrayList<>()).add(new Registered(registry, gauge));
    }

    private int value(Alarm alarm) {
        return alarm.value() == 1 && isOpen(alarm.flow()) ? 1 : 0;
    }

    /** A closed flow is not limited. */
    private boolean isOpen(String flow) {
        return manager.summaries().stream()
                .anyMatch(summary -> summary.name().equals(flow) && summary.state() != FlowState.CLOSED);
    }
}

package io.concor.autoconfigure.metrics;

import io.concor.manage.ChangeEntry;
import io.concor.manage.ChangeListener;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.manage.Manager;
import io.concor.statistics.SampleListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Binds the meters of all flows, and adds and removes the meters of slots when a layout changes. Flows must be
 * registered with the manager before a registry is bound. The meters of a closed flow keep their last values.
 * Thread-safe.
 */
public final class ConcorMetrics implements MeterBinder {

    private final Manager manager;
    private final Map<String, List<FlowMeters>> meters = new ConcurrentHashMap<>();

    ConcorMetrics(Manager manager) {
        this.manager = manager;
        manager.listen(new MeterUpdater());
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        manager.names().forEach(flow -> bind(flow, registry));
    }

    private void bind(String flow, MeterRegistry registry) {
        List<FlowMeters> ofFlow = meters.computeIfAbsent(flow, name -> new CopyOnWriteArrayList<>());
        FlowMeters added = new FlowMeters(manager, flow, registry);
        ofFlow.add(added);
        added.updateToLayout();
        manager.flow(flow).listen(listener(ofFlow));
    }

    private static SampleListener listener(List<FlowMeters> meters) {
        return meters.size() == 1
                ? meters.get(0).samples()
                : new CompositeSampleListener(
                        meters.stream().map(FlowMeters::samples).toArray(SampleListener[]::new));
    }

    private final class MeterUpdater implements ChangeListener {

        /** Uses the entry rather than the request: it has the affected slots only. */
        @Override
        public void onRecorded(ChangeEntry entry) {
            // no meters for an unknown name: it may come from a request and must not become a tag
            meters.getOrDefault(entry.flow(), List.of()).forEach(flow -> record(entry, flow));
        }

        private void record(ChangeEntry entry, FlowMeters flow) {
            List<String> slots = entry.slots().stream().map(SlotChange::slot).toList();
            switch (entry.outcome()) {
                case CHANGED -> {
                    slots.forEach(flow::changed);
                    flow.updateToLayout();
                }
                case REFUSED, FAILED -> slots.forEach(flow::refused);
                case UNCHANGED, CONFIRMED -> {}
            }
        }
    }
}

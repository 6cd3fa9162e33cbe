package io.concor.autoconfigure.metrics;

import io.concor.layout.SlotChange;
import io.concor.manage.ChangeEntry;
import io.concor.manage.ChangeListener;
import io.concor.manage.Manager;
import io.concor.statistics.SampleListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Binds the meters of every flow of a manager, and keeps those of its slots in step with its layout. Thread-safe. The
 * flows must be known to the manager when a registry is bound; the meters of one that was closed stay as they were.
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
        manager.listen(flow, listener(ofFlow));
    }

    private static SampleListener listener(List<FlowMeters> meters) {
        return meters.size() == 1
                ? meters.get(0).samples()
                : new CompositeSampleListener(
                        meters.stream().map(FlowMeters::samples).toArray(SampleListener[]::new));
    }

    /** Names that no flow has come from outside and must not become tags: there are no meters for them. */
    private List<FlowMeters> of(String flow) {
        return meters.getOrDefault(flow, List.of());
    }

    private final class MeterUpdater implements ChangeListener {

        /** The entry knows which slots a change was about; a request may name a whole layout. */
        @Override
        public void onRecorded(ChangeEntry entry) {
            of(entry.flow()).forEach(flow -> record(entry, flow));
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

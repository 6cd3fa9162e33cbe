package io.concor.manage;

import io.concor.engine.StagedFlow;
import io.concor.layout.Layout;
import io.concor.layout.Topology;
import io.concor.manage.ChangeListener.PresetChange;
import io.concor.preset.PresetStoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes changes to the log, reports them to listeners, and asks advisors about layouts. Thread-safe. */
final class ChangePublisher {

    private static final Logger logger = LoggerFactory.getLogger(Manager.class);

    private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();
    private final List<LayoutAdvisor> advisors = new CopyOnWriteArrayList<>();

    void add(ChangeListener listener) {
        listeners.add(listener);
    }

    void add(LayoutAdvisor advisor) {
        advisors.add(advisor);
    }

    List<String> warnings(StagedFlow<?, ?> flow, Layout layout) {
        Topology planned = TopologyReader.read(flow, layout, null, null);
        List<String> warnings = new ArrayList<>();
        forEach(advisors, advisor -> warnings.addAll(advisor.warnings(planned)));
        return warnings;
    }

    /** Returns the warnings of all advisors about a change, and about the layout after it. */
    List<String> warnings(StagedFlow<?, ?> flow, Layout before, Layout after) {
        Topology present = TopologyReader.read(flow, before, null, null);
        Topology planned = TopologyReader.read(flow, after, null, null);
        List<String> warnings = new ArrayList<>();
        forEach(advisors, advisor -> warnings.addAll(advisor.warnings(planned)));
        forEach(advisors, advisor -> warnings.addAll(advisor.warnings(present, planned)));
        return warnings;
    }

    /**
     * Publishes a change.
     *
     * @param entry the entry in the history, or null if the change has none
     * @param warnings about the new layout
     */
    void publish(@Nullable ChangeEntry entry, List<String> warnings) {
        if (entry != null) {
            ChangeLog.write(entry, warnings);
            forEach(listeners, listener -> listener.onRecorded(entry));
        }
    }

    /** @param failure what kept the store from making the change, or null */
    void publish(PresetChange change, @Nullable PresetStoreException failure) {
        ChangeLog.write(change, failure);
        forEach(listeners, listener -> listener.onPreset(change));
    }

    private static <T> void forEach(List<T> receivers, Consumer<T> call) {
        for (T receiver : receivers) {
            try {
                call.accept(receiver);
            } catch (Throwable failed) {
                logger.error(
                        "{} failed to handle a change of a layout or a preset; the change is not affected",
                        receiver.getClass().getName(),
                        failed);
            }
        }
    }
}

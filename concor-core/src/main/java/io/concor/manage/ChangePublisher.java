package io.concor.manage;

import io.concor.ConcorException;
import io.concor.engine.StagedFlow;
import io.concor.manage.ChangeListener.PresetChange;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the outcome of each change, in the log and to listeners, when other changes may run. Thread-safe. */
final class ChangePublisher {

    private static final Logger logger = LoggerFactory.getLogger(Manager.class);

    private final LayoutAdvisors advisors;
    private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();

    ChangePublisher(LayoutAdvisors advisors) {
        this.advisors = advisors;
    }

    void add(ChangeListener listener) {
        listeners.add(listener);
    }

    /** Returns the result with warnings about the new layout. */
    ChangeResult succeeded(ChangeInProgress change, ChangeResult result, StagedFlow<?, ?> flow) {
        ChangeResult published = result.warnings(advisors.warnings(flow, change.layout()));
        ChangeEntry entry = change.entry();
        if (entry != null) {
            ChangeLog.write(entry, published.warnings());
            notify(listener -> listener.onRecorded(entry));
            if (entry.outcome() != ChangeEntry.Outcome.CONFIRMED) {
                notify(listener -> listener.onChanged(change.request(), published));
            }
        }
        return published;
    }

    void failed(ChangeInProgress change, Throwable failure) {
        ChangeEntry entry = change.entry();
        if (entry != null) {
            ChangeLog.write(entry, List.of());
            notify(listener -> listener.onRecorded(entry));
            refused(change.request(), failure);
        }
    }

    /** An unknown flow has no history. */
    void unknownFlow(ChangeRequest request, UnknownNameException failure) {
        if (!request.dryRun()) {
            refused(request, failure);
        }
    }

    private void refused(ChangeRequest request, Throwable failure) {
        if (failure instanceof ConcorException reason) {
            notify(listener -> listener.onRefused(request, reason));
        }
    }

    void publish(PresetChange change) {
        ChangeLog.write(change);
        notify(listener -> listener.onPreset(change));
    }

    private void notify(Consumer<ChangeListener> event) {
        for (ChangeListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable failed) {
                logger.error("A change listener failed: {}", listener.getClass().getName(), failed);
            }
        }
    }
}

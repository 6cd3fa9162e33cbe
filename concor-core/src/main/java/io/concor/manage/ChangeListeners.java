package io.concor.manage;

import io.concor.ConcorException;
import io.concor.manage.ChangeListener.PresetChange;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who hears of changes. What one of them throws harms neither the change nor the others. */
final class ChangeListeners {

    private static final Logger logger = LoggerFactory.getLogger(Manager.class);

    private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();

    void add(ChangeListener listener) {
        listeners.add(listener);
    }

    void changed(ChangeRequest request, ChangeResult result) {
        tell(listener -> listener.onChanged(request, result));
    }

    void refused(ChangeRequest request, ConcorException reason) {
        tell(listener -> listener.onRefused(request, reason));
    }

    void recorded(ChangeEntry entry) {
        tell(listener -> listener.onRecorded(entry));
    }

    void preset(PresetChange change) {
        tell(listener -> listener.onPreset(change));
    }

    private void tell(Consumer<ChangeListener> news) {
        for (ChangeListener listener : listeners) {
            try {
                news.accept(listener);
            } catch (Throwable failed) {
                logger.error("A change listener failed: {}", listener.getClass().getName(), failed);
            }
        }
    }
}

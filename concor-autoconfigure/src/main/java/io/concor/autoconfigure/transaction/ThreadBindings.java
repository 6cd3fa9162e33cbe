package io.concor.autoconfigure.transaction;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Everything that Spring binds to a thread for transactions: connections, sessions, callbacks, flags. */
record ThreadBindings(
        Map<Object, Object> resources,
        @Nullable List<TransactionSynchronization> synchronizations,
        @Nullable String name,
        boolean readOnly,
        @Nullable Integer isolation,
        boolean active) {

    static final ThreadBindings NONE = new ThreadBindings(Map.of(), null, null, false, null, false);

    /** Unbinds everything from the calling thread, or nothing if that fails. */
    static ThreadBindings unbindAll() {
        ThreadBindings present = present();
        if (present != NONE) {
            unbind(present.resources);
            TransactionSynchronizationManager.clear();
        }
        return present;
    }

    /** Removes everything from the calling thread and returns the resources that were bound to it. */
    static Map<Object, Object> clear() {
        TransactionSynchronizationManager.clear(); // first, because unbinding may throw
        Map<Object, Object> resources = resourcesOfThread();
        unbind(resources);
        return resources;
    }

    private static void unbind(Map<Object, Object> resources) {
        resources.keySet().forEach(TransactionSynchronizationManager::unbindResourceIfPossible);
    }

    private static ThreadBindings present() {
        ThreadBindings present = new ThreadBindings(
                resourcesOfThread(),
                TransactionSynchronizationManager.isSynchronizationActive()
                        ? TransactionSynchronizationManager.getSynchronizations()
                        : null,
                TransactionSynchronizationManager.getCurrentTransactionName(),
                TransactionSynchronizationManager.isCurrentTransactionReadOnly(),
                TransactionSynchronizationManager.getCurrentTransactionIsolationLevel(),
                TransactionSynchronizationManager.isActualTransactionActive());
        return present.equals(NONE) ? NONE : present;
    }

    /** Copies the map, because Spring returns a view. */
    private static Map<Object, Object> resourcesOfThread() {
        Map<Object, Object> bound = TransactionSynchronizationManager.getResourceMap();
        return bound.isEmpty() ? Map.of() : new HashMap<>(bound);
    }

    /**
     * Replaces the bindings of the calling thread, as far as they can be removed.
     *
     * @return the resources that were bound to the thread
     */
    Map<Object, Object> replaceBindings() {
        try {
            return clear();
        } finally {
            bindAll();
        }
    }

    /**
     * Binds everything to the calling thread, which must have no bindings. If a callback cannot be registered,
     * everything else is bound, so that the transaction can be rolled back here.
     */
    void bindAll() {
        resources.forEach(TransactionSynchronizationManager::bindResource);
        if (name != null) {
            TransactionSynchronizationManager.setCurrentTransactionName(name);
        }
        if (readOnly) {
            TransactionSynchronizationManager.setCurrentTransactionReadOnly(true);
        }
        if (isolation != null) {
            TransactionSynchronizationManager.setCurrentTransactionIsolationLevel(isolation);
        }
        if (active) {
            TransactionSynchronizationManager.setActualTransactionActive(true);
        }
        if (synchronizations != null) {
            TransactionSynchronizationManager.initSynchronization();
            synchronizations.forEach(TransactionSynchronizationManager::registerSynchronization);
        }
    }
}

package io.concor.autoconfigure.queue;

import io.concor.Transaction.Outcome;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Those who are to know how a transaction ends, in their order. What was done after a savepoint to which the transaction is rolled
 * back has ended then: the rest may still be committed. For the thread of the transaction.
 */
final class TransactionListeners implements TransactionSynchronization {

    private static final Logger log = LoggerFactory.getLogger(TransactionListeners.class);

    private final Object store;
    private final List<Consumer<Outcome>> listeners = new ArrayList<>();
    /** How many listeners there were at each savepoint. One that is missing is older than all of them. */
    private final Map<Object, Integer> savepoints = new IdentityHashMap<>();

    private TransactionListeners(Object store) {
        this.store = store;
    }

    /**
     * Adds a listener to the transaction of the calling thread.
     *
     * @param store whose it is
     */
    static void add(Object store, Consumer<Outcome> listener) {
        TransactionListeners present = (TransactionListeners) TransactionSynchronizationManager.getResource(store);
        (present == null ? registered(store) : present).listeners.add(listener);
    }

    private static TransactionListeners registered(Object store) {
        TransactionListeners registered = new TransactionListeners(store);
        TransactionSynchronizationManager.registerSynchronization(registered);
        registered.resume();
        return registered;
    }

    @Override
    public void suspend() {
        TransactionSynchronizationManager.unbindResourceIfPossible(store);
    }

    @Override
    public void resume() {
        TransactionSynchronizationManager.bindResource(store, this);
    }

    @Override
    public void savepoint(Object savepoint) {
        savepoints.put(savepoint, listeners.size());
    }

    @Override
    public void savepointRollback(Object savepoint) {
        int before = savepoints.getOrDefault(savepoint, 0);
        savepoints.values().removeIf(later -> later > before);
        List<Consumer<Outcome>> undone = listeners.subList(before, listeners.size());
        List<Consumer<Outcome>> told = List.copyOf(undone);
        undone.clear();
        tell(told, Outcome.ROLLED_BACK);
    }

    @Override
    public void afterCompletion(int status) {
        suspend();
        tell(
                listeners,
                switch (status) {
                    case STATUS_COMMITTED -> Outcome.COMMITTED;
                    case STATUS_ROLLED_BACK -> Outcome.ROLLED_BACK;
                    default -> Outcome.FAILED;
                });
    }

    /** One that fails must not keep the others from knowing. */
    private static void tell(List<Consumer<Outcome>> listeners, Outcome outcome) {
        for (Consumer<Outcome> listener : listeners) {
            try {
                listener.accept(outcome);
            } catch (RuntimeException | Error failed) {
                log.error("What follows the end of a transaction ({}) failed", outcome, failed);
            }
        }
    }
}

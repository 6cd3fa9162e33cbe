package io.concor.autoconfigure.transaction;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs once the resources that tasks bound to their thread in a transaction and did not unbind. Thread-safe. */
final class LeakedBindingWarning {

    private static final Logger log = LoggerFactory.getLogger(ManagedTransactions.class);

    private final String transactions;
    private final AtomicBoolean logged = new AtomicBoolean();

    LeakedBindingWarning(String transactions) {
        this.transactions = transactions;
    }

    void removed(Map<Object, Object> resources) {
        if (!resources.isEmpty() && logged.compareAndSet(false, true)) {
            log.warn(
                    "A task in a transaction of '{}' bound {} to its thread and did not unbind it; it was removed at the end of the transaction (logged once). Unbind resources in the task that binds them.",
                    transactions,
                    resources);
        }
    }
}

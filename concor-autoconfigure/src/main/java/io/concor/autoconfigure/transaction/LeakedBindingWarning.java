package io.concor.autoconfigure.transaction;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells, once, what tasks have bound to their thread in a transaction and left there. Thread-safe. */
final class LeakedBindingWarning {

    private static final Logger log = LoggerFactory.getLogger(ManagedTransactions.class);

    private final String transactions;
    private final AtomicBoolean told = new AtomicBoolean();

    LeakedBindingWarning(String transactions) {
        this.transactions = transactions;
    }

    void dropped(Map<Object, Object> left) {
        if (!left.isEmpty() && told.compareAndSet(false, true)) {
            log.warn(
                    "A task in a transaction of '{}' has bound {} to its thread and left it there; it was dropped with the transaction; told once only. Unbind in the task that binds.",
                    transactions,
                    left);
        }
    }
}

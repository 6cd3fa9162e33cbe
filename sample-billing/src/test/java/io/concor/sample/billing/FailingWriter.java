package io.concor.sample.billing;

import io.concor.BatchTask;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Wraps the writer. On request one batch of ten fails, before or after the work of the task. Remembers the largest batch, and
 * batches without a transaction.
 */
final class FailingWriter implements BeanPostProcessor {

    private static final int ONE_OF = 10;

    private final AtomicLong batches = new AtomicLong();
    private final AtomicInteger largest = new AtomicInteger();
    private final AtomicInteger withoutTransaction = new AtomicInteger();
    private volatile boolean failing;

    void failing(boolean failing) {
        this.failing = failing;
    }

    int largest() {
        return largest.get();
    }

    int withoutTransaction() {
        return withoutTransaction.get();
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object postProcessAfterInitialization(Object bean, String name) {
        return name.equals("costedEventWriter") ? wrapped((BatchTask<ChargedRecord, Outcome>) bean) : bean;
    }

    private BatchTask<ChargedRecord, Outcome> wrapped(BatchTask<ChargedRecord, Outcome> writer) {
        return new BatchTask<>() {

            @Override
            public List<Outcome> apply(List<ChargedRecord> records) throws Throwable {
                largest.accumulateAndGet(records.size(), Math::max);
                if (!TransactionSynchronizationManager.isActualTransactionActive()) {
                    withoutTransaction.incrementAndGet();
                }
                long batch = failing ? batches.incrementAndGet() : 1;
                if (batch % (2 * ONE_OF) == 0) {
                    throw new IllegalStateException("injected before the work");
                }
                List<Outcome> outcomes = writer.apply(records);
                if (batch % (2 * ONE_OF) == ONE_OF) {
                    throw new IllegalStateException("injected after the work");
                }
                return outcomes;
            }
        };
    }
}

package io.concor.autoconfigure.queue;

import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.DatabaseHealth;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The health of the store of durable slots: down, with the reason, while it does not reach its database. It asks nothing of the
 * database: the threads of the store know. Thread-safe.
 */
final class QueueStoreHealthIndicator extends AbstractHealthIndicator {

    private final LazyQueueStore store;

    QueueStoreHealthIndicator(LazyQueueStore store) {
        super("Failed to check the health of the store of durable slots");
        this.store = store;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        JdbcQueueStore opened = store.opened();
        builder.up().withDetail("store", store.name()).withDetail("open", opened != null);
        if (opened != null) {
            report(opened.state(), builder);
        }
    }

    private static void report(DatabaseHealth.State state, Health.Builder builder) {
        if (!state.up()) {
            builder.down().withDetail("reason", String.valueOf(state.reason()));
        }
    }
}

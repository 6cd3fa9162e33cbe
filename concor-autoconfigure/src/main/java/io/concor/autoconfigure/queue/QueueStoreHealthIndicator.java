package io.concor.autoconfigure.queue;

import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.text.Sentence;
import java.util.Optional;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The health of the store of durable or remote slots: down, with the reason, while it does not reach its database or brokers. It
 * asks nothing of them: the threads of the store know. Thread-safe.
 */
public final class QueueStoreHealthIndicator extends AbstractHealthIndicator {

    private final LazyStore<?> store;

    public QueueStoreHealthIndicator(LazyStore<?> store) {
        super(Sentence.of("Failed to check the health of the store of %s slots", store.kind()));
        this.store = store;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Optional<DatabaseHealth.State> state = store.state();
        builder.up().withDetail("store", store.name()).withDetail("open", state.isPresent());
        state.ifPresent(known -> report(known, builder));
    }

    private static void report(DatabaseHealth.State state, Health.Builder builder) {
        if (!state.up()) {
            builder.down().withDetail("reason", String.valueOf(state.reason()));
        }
    }
}

package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.Sampling;
import io.concor.Transaction;
import io.concor.manage.Manager;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TransactionMetersTests {

    /** A transaction whose commit fails if the event requests it. */
    private static final class Booked implements Transaction {

        @Override
        public void detach() {}

        @Override
        public void attach() {}

        @Override
        public void commit() {}

        @Override
        public void rollback() {
            throw new IllegalStateException("connection is closed");
        }
    }

    private static long count(MeterRegistry registry, String outcome) {
        return registry.get("concor.transaction")
                .tags("flow", "orders", "from", "reader", "to", "writer", "outcome", outcome)
                .timer()
                .count();
    }

    @Test
    void timeHowLongEachTransactionIsHeldInEveryRegistry() throws Exception {
        Manager manager = new Manager();
        ConcorMetrics metrics = new ConcorMetrics(manager);
        List<MeterRegistry> registries = List.of(new SimpleMeterRegistry(), new SimpleMeterRegistry());
        try (Flow<String, Integer> flow = Flows.<String>create("orders")
                .sampling(new Sampling(false, 3, 128))
                .map((String order) -> order, "parser")
                .map((String order) -> order, "reader")
                .map(Integer::valueOf, "writer")
                .transaction("reader", "writer", Booked::new)
                .build()) {
            manager.register(flow);
            registries.forEach(metrics::bindTo);
            Garbage.collect();

            flow.submit("1").get(10, TimeUnit.SECONDS);
            flow.submit("2").get(10, TimeUnit.SECONDS);
            flow.submit("three").handle((value, failure) -> failure).get(10, TimeUnit.SECONDS);
        }
        assertThat(registries).allSatisfy(registry -> {
            assertThat(count(registry, "committed")).isEqualTo(2);
            assertThat(count(registry, "rolled-back")).isZero();
            assertThat(count(registry, "failed")).isEqualTo(1);
            assertThat(registry.get("concor.transaction").timers())
                    .hasSize(3)
                    .extracting(Timer::getId)
                    .allSatisfy(id -> assertThat(id.getTags()).hasSize(4));
        });
    }
}

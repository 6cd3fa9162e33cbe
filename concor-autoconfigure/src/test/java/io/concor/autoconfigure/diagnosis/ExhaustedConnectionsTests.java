package io.concor.autoconfigure.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.datasource.ConcorConnectionPoolsAutoConfiguration;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;

/** A pool of two connections for eight threads. */
class ExhaustedConnectionsTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ConcorAutoConfiguration.class,
                    ConcorConnectionPoolsAutoConfiguration.class,
                    ConcorDiagnosisAutoConfiguration.class,
                    DataSourceAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=jdbc:h2:mem:exhausted", "spring.datasource.hikari.maximum-pool-size=2")
            .withUserConfiguration(Orders.class);

    static class Orders {

        @Bean
        Flow<String, String> orders(DataSource database) {
            return Flows.<String>create("orders")
                    .maxInFlight(64)
                    .noJoin()
                    .map((String order) -> order, "parser")
                    .join(JoinSettings.fixed(8))
                    .mapSynchronizedRemote((String order) -> stored(order, database), "storage")
                    .build();
        }

        private static String stored(String order, DataSource database) throws Exception {
            try (Connection connection = database.getConnection()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                return connection.isClosed() ? "" : order;
            }
        }
    }

    @Test
    void isNamedWithThePropertyOfThePool() {
        runner.run(context -> {
            Flow<?, ?> flow = context.getBean(Flow.class);
            Thread load = new Thread(() -> send(flow), "load");
            load.start();
            try {
                Diagnosis diagnosis = context.getBean(Diagnosis.class);
                await("the verdict").atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                    Verdict verdict = diagnosis.verdict("orders");
                    assertThat(verdict.cause()).as(verdict.summary()).isEqualTo(Cause.CONNECTION_POOL);
                    assertThat(verdict.slot()).isEqualTo("storage");
                    assertThat(verdict.evidence())
                            .first()
                            .returns("hikaricp.connections.pending", evidence -> evidence.signal());
                    assertThat(verdict.advice())
                            .first()
                            .returns("spring.datasource.hikari.maximum-pool-size", advice -> advice.setting());
                });
            } finally {
                load.interrupt();
                load.join();
            }
        });
    }

    @SuppressWarnings("unchecked")
    private static void send(Flow<?, ?> flow) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                ((Flow<String, String>) flow).apply("order");
            }
        } catch (RuntimeException interrupted) {
            // the test has ended
        }
    }
}

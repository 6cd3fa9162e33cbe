package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import java.nio.file.Path;
import java.time.Duration;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

@Timeout(120)
class QueueStoreHealthTests {

    private static final String FLOW = """
        concor.flows.orders:
          tasks: [ book ]
          slots.book: { pool: fixed, threads: 2, queue: %s }
        """;

    @TempDir
    Path folder;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    JacksonAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    ConcorMessageFormatAutoConfiguration.class,
                    ConcorQueueStoreAutoConfiguration.class,
                    ConcorQueueHealthAutoConfiguration.class,
                    ConcorAutoConfiguration.class))
            .withUserConfiguration(BookingTasks.class)
            .withPropertyValues("concor.queues.store=jdbc");

    @Test
    void isUpWhileNoSlotIsDurable() {
        runner.withInitializer(new YamlInitializer(FLOW.formatted("memory")))
                .withPropertyValues("spring.datasource.url=jdbc:h2:mem:idle")
                .run(context -> {
                    Health health = context.getBean(HealthIndicator.class).health();
                    assertThat(health.getStatus()).isEqualTo(Status.UP);
                    assertThat(health.getDetails())
                            .containsEntry("store", "jdbc")
                            .containsEntry("open", false);
                });
    }

    @Test
    void isDownWithTheReasonWhileTheDatabaseIsGone() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString())
                .start();
        try {
            runner.withInitializer(new YamlInitializer(FLOW.formatted("durable")))
                    .withPropertyValues(
                            "spring.datasource.url=jdbc:h2:tcp://localhost:" + server.getPort() + "/./queues",
                            "spring.datasource.username=sa",
                            "spring.datasource.hikari.connection-timeout=300")
                    .run(context -> {
                        HealthIndicator indicator = context.getBean(HealthIndicator.class);
                        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
                        assertThat(indicator.health().getDetails()).containsEntry("open", true);

                        server.stop();

                        await().atMost(Duration.ofSeconds(30))
                                .until(() -> indicator.health().getStatus().equals(Status.DOWN));
                        assertThat(String.valueOf(
                                        indicator.health().getDetails().get("reason")))
                                .contains("cannot ");
                    });
        } finally {
            server.stop();
        }
    }

    @Test
    void thereIsNoneWithoutTheModule() {
        runner.withClassLoader(new FilteredClassLoader("io.concor.queues"))
                .withInitializer(new YamlInitializer(FLOW.formatted("memory")))
                .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    }
}

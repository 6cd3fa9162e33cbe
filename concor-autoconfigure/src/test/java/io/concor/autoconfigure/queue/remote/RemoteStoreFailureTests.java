package io.concor.autoconfigure.queue.remote;

import static io.concor.autoconfigure.StartupFailure.fails;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.queue.BookingTasks;
import io.concor.autoconfigure.queue.ConcorMessageFormatAutoConfiguration;
import io.concor.autoconfigure.queue.UnopenedStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.SslConfigs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.kafka.autoconfigure.SslBundleSslEngineFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Why an application with a remote slot does not start. */
@Timeout(60)
class RemoteStoreFailureTests {

    private static final String FLOW = """
        concor.flows.orders:
          tasks: [ book ]
          slots.book: { pool: fixed, threads: 2, queue: remote }
        """;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    JacksonAutoConfiguration.class,
                    KafkaAutoConfiguration.class,
                    ConcorMessageFormatAutoConfiguration.class,
                    ConcorRemoteQueueStoreAutoConfiguration.class,
                    ConcorAutoConfiguration.class))
            .withUserConfiguration(BookingTasks.class)
            .withPropertyValues("spring.kafka.bootstrap-servers=localhost:1")
            .withInitializer(new YamlInitializer(FLOW));

    /** A store of the application. */
    @Configuration(proxyBeanMethods = false)
    static class OwnStore {

        @Bean
        UnopenedStore ownStore() {
            return new UnopenedStore();
        }
    }

    @Test
    void withoutTheModule() {
        failsWithoutStore(runner.withClassLoader(new FilteredClassLoader("io.concor.kafka")));
    }

    @Test
    void withoutKafkaOfBoot() {
        failsWithoutStore(new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ConcorMessageFormatAutoConfiguration.class,
                        ConcorRemoteQueueStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.kafka"))
                .withUserConfiguration(BookingTasks.class)
                .withInitializer(new YamlInitializer(FLOW)));
    }

    private static void failsWithoutStore(ApplicationContextRunner runner) {
        fails(
                runner,
                "the flow has no store for remote queues; add the module concor-kafka, with Spring Boot also spring-boot-starter-kafka",
                "Allowed for 'queue': memory");
    }

    @Test
    @Tag("full")
    void withABrokerThatCannotBeReachedItFailsWithinSeconds() {
        long began = System.nanoTime();

        fails(
                runner,
                "Events of remote slots cannot be stored: brokers [localhost:1]: ",
                "spring.kafka.bootstrap-servers");

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void withoutJackson() {
        fails(
                runner.withClassLoader(new FilteredClassLoader("tools.jackson")),
                "Jackson 3 is not on the class path",
                "MessageCodec");
    }

    @Test
    void withUnusableClientProperties() {
        fails(
                runner.withPropertyValues("spring.kafka.security.protocol=PLAIN"),
                "The Kafka store cannot use its client properties",
                "spring.kafka.security");
    }

    @ParameterizedTest
    @CsvSource({
        "prefix, shop.test, '1 to 50 letters, digits or hyphens'",
        "partitions, 0, 1 to 10000",
        "partitions, 10001, 1 to 10000",
        "replication, 0, 1 to 32767",
        "transaction-timeout, 10ms, 1s to 15m",
        "transaction-timeout, 16m, 1s to 15m",
        "compatible-digests, latest, f and 11 hexadecimal digits"
    })
    void withValuesOutOfBounds(String setting, String value, String allowed) {
        FailureAnalysis analysis =
                StartupFailure.analysis(runner.withPropertyValues("concor.kafka." + setting + "=" + value));

        assertThat(analysis.getDescription() + analysis.getAction()).contains("concor.kafka." + setting, allowed);
    }

    @Test
    @Tag("full")
    void startsWithoutARemoteSlotWhateverTheStateOfTheBroker() {
        runner.withInitializer(new YamlInitializer("other.yml", "concor.flows.orders.slots.book.queue: memory"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(LazyRemoteStore.class));
    }

    @Test
    void givesWayToAStoreOfTheApplication() {
        runner.withUserConfiguration(OwnStore.class)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessage(UnopenedStore.REASON));
    }

    @Test
    void securityIsThatOfTheConnection() {
        SslBundle bundle = SslBundle.of(null);
        KafkaProperties kafka = new KafkaProperties();
        kafka.setClientId("shop");
        kafka.getProperties().put("sasl.mechanism", "SCRAM-SHA-512");

        Map<String, Object> properties = KafkaClientProperties.of(kafka, new KafkaConnectionDetails() {
            @Override
            public List<String> getBootstrapServers() {
                return List.of("kafka.example.org:9093");
            }

            @Override
            public SslBundle getSslBundle() {
                return bundle;
            }

            @Override
            public String getSecurityProtocol() {
                return "SASL_SSL";
            }
        });

        assertThat(properties)
                .containsEntry("bootstrap.servers", List.of("kafka.example.org:9093"))
                .containsEntry("security.protocol", "SASL_SSL")
                .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
                .containsEntry(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, SslBundleSslEngineFactory.class)
                .containsEntry(SslBundle.class.getName(), bundle)
                .doesNotContainKey("client.id");
    }
}

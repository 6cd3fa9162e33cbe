package io.concor.autoconfigure.queue;

import static io.concor.autoconfigure.StartupFailure.fails;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Why an application with a durable slot does not start. */
class QueueStoreFailureTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    JacksonAutoConfiguration.class,
                    ConcorMessageFormatAutoConfiguration.class,
                    ConcorQueueStoreAutoConfiguration.class,
                    ConcorAutoConfiguration.class))
            .withUserConfiguration(BookingTasks.class)
            .withInitializer(new YamlInitializer("""
                concor.flows.orders:
                  tasks: [ book ]
                  slots.book: { pool: fixed, threads: 2, queue: durable }
                """));

    private final ApplicationContextRunner jdbc = runner.withPropertyValues("concor.queues.store=jdbc")
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class));

    @Configuration(proxyBeanMethods = false)
    static class TwoDataSources {

        @Bean
        DataSource one() {
            return new DriverManagerDataSource("jdbc:h2:mem:one;DB_CLOSE_DELAY=-1");
        }

        @Bean
        DataSource two() {
            return new DriverManagerDataSource("jdbc:h2:mem:two;DB_CLOSE_DELAY=-1");
        }
    }

    @Test
    void withoutTheModule() {
        fails(
                runner.withClassLoader(new FilteredClassLoader("io.concor.queues")),
                "the flow has no store for durable queues; add the module concor-queues",
                "Allowed for 'queue': memory");
    }

    @Test
    void withoutTheDriverOfSqlite() {
        fails(
                runner.withClassLoader(new FilteredClassLoader("org.sqlite")),
                "the driver of SQLite is not on the class path",
                "org.xerial:sqlite-jdbc");
    }

    @Test
    void withoutJackson() {
        fails(
                runner.withClassLoader(new FilteredClassLoader("tools.jackson")),
                "Jackson 3 is not on the class path",
                "MessageCodec");
    }

    @Test
    void withAnUnusableFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text");
        fails(
                runner.withPropertyValues("concor.queues.location=" + file + "/queues.db"),
                "cannot be used",
                "concor.queues.location");
    }

    /** Dead letters need the store as a durable slot does. */
    @Test
    void withAnUnusableFileForDeadLetters(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text");
        fails(
                runner.withInitializer(
                                new YamlInitializer("concor.flows.orders: { tasks: [ book ], dead-letters: store }"))
                        .withPropertyValues("concor.queues.location=" + file + "/queues.db"),
                "durable slots and dead letters cannot be stored",
                "concor.queues.location");
    }

    @Test
    void withoutADataSource() {
        fails(
                runner.withPropertyValues("concor.queues.store=jdbc"),
                "the application has no data source",
                "spring.datasource.url");
    }

    @Test
    void withoutJdbcOfSpring() {
        fails(
                jdbc.withClassLoader(new FilteredClassLoader("org.springframework.jdbc")),
                "the JDBC support of Spring is not on the class path",
                "spring-boot-starter-jdbc");
    }

    @Test
    void withSeveralDataSources() {
        fails(
                jdbc.withUserConfiguration(TwoDataSources.class),
                "there are several data sources: 'one', 'two'",
                "concor.queues.data-source");
    }

    @Test
    void withAnUnknownDataSource() {
        fails(
                jdbc.withUserConfiguration(TwoDataSources.class).withPropertyValues("concor.queues.data-source=three"),
                "there is no data source 'three'",
                "one of: one, two");
    }

    @Test
    void startsWithTheChosenDataSource() {
        jdbc.withUserConfiguration(TwoDataSources.class)
                .withPropertyValues("concor.queues.data-source=two")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    JdbcTemplate two = new JdbcTemplate(context.getBean("two", DataSource.class));
                    assertThat(two.queryForList("select flow from concor_queue", String.class))
                            .containsExactly("orders");
                });
    }

    @Test
    void withADatabaseThatCannotBeReached() {
        fails(
                jdbc.withPropertyValues(
                        "spring.datasource.url=jdbc:h2:tcp://localhost:1/nowhere",
                        "spring.datasource.hikari.connection-timeout=300"),
                "The database of the queue store 'jdbc' cannot be used",
                "Check that the database runs");
    }

    @Test
    void withTooFewConnections() {
        fails(
                jdbc.withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:few", "spring.datasource.hikari.maximum-pool-size=5"),
                "'dataSource' has 5 connections at most",
                "at least 6");
    }

    @Test
    void withTablesThatDoNotFit() {
        String url = "jdbc:h2:mem:unfit;DB_CLOSE_DELAY=-1";
        new JdbcTemplate(new DriverManagerDataSource(url, "sa", "")).execute("create table concor_event (id int)");
        fails(jdbc.withPropertyValues("spring.datasource.url=" + url), "The tables of durable queues do not fit", "");
    }

    @Test
    void startsWhileNoSlotIsDurableWhateverTheStateOfTheDatabase() {
        jdbc.withInitializer(new YamlInitializer("other.yml", "concor.flows.orders.slots.book.queue: memory"))
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:tcp://localhost:1/nowhere",
                        "spring.datasource.hikari.connection-timeout=300")
                .run(context -> assertThat(context).hasNotFailed());
    }
}

package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.SimpleTask;
import io.concor.SynchronizedRemoteTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.database.RealDatabase;
import io.concor.layout.DeliveryGuarantee;
import io.concor.manage.Manager;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.DefaultJpaDialect;
import org.springframework.orm.jpa.JpaDialect;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Durable slots in a database that the application uses by JPA. */
@Timeout(120)
class JpaDurableSlotTests {

    private static final String FLOW = """
        concor.queues.store: jdbc
        concor.flows.orders:
          tasks: [ check, book ]
          slots.book: { pool: fixed, threads: 2, queue: durable }
          %s
        """;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    HibernateJpaAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    JacksonAutoConfiguration.class,
                    ConcorMessageFormatAutoConfiguration.class,
                    ConcorQueueStoreAutoConfiguration.class,
                    ConcorAutoConfiguration.class))
            .withUserConfiguration(Shop.class);

    /** No unique key: a row that is written twice is seen. */
    @Entity(name = "jpa_booking")
    static class Booking {
        @Id
        @GeneratedValue
        Long id;

        String name;

        Booking() {}

        Booking(String name) {
            this.name = name;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage
    @EntityScan(basePackageClasses = JpaDurableSlotTests.class)
    @EnableTransactionManagement
    static class Shop {

        @Bean
        SimpleTask<String, String> check() {
            return order -> order;
        }

        @Bean
        SynchronizedRemoteTask<String, String> book(EntityManager entities, JdbcTemplate database) {
            return order -> {
                entities.persist(new Booking(order));
                database.update("update counter set bookings = bookings + 1");
                if (order.startsWith("broken")) {
                    throw new IllegalStateException("after the effect");
                }
                return order;
            };
        }

        @Bean
        Sales sales(EntityManager entities, Flow<String, String> orders) {
            return new Sales(entities, orders);
        }
    }

    static class Sales {
        private final EntityManager entities;
        private final Flow<String, String> orders;

        Sales(EntityManager entities, Flow<String, String> orders) {
            this.entities = entities;
            this.orders = orders;
        }

        @Transactional
        public void sell(String order, List<CompletableFuture<?>> accepted) {
            entities.persist(new Booking("sold " + order));
            accepted.add(orders.accept(order));
            if (order.startsWith("out of stock")) {
                throw new IllegalStateException(order);
            }
        }
    }

    private void run(String range) throws Exception {
        runner.withInitializer(new YamlInitializer(FLOW.formatted(range)))
                .withPropertyValues(
                        "spring.datasource.url=" + RealDatabase.POSTGRESQL.url("jpa" + System.nanoTime()),
                        "spring.jpa.hibernate.ddl-auto=create")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    JdbcTemplate database = context.getBean(JdbcTemplate.class);
                    database.execute("create table counter (bookings int)");
                    database.update("insert into counter values (0)");
                    sellAll(context.getBean(Sales.class));

                    await().atMost(Duration.ofSeconds(30)).until(() -> bookings(database) == 30);
                    assertThat(database.queryForList(
                                    "select name from jpa_booking where name not like 'sold%'", String.class))
                            .hasSize(30)
                            .doesNotHaveDuplicates()
                            .allMatch(name -> name.startsWith("fine"));
                    assertThat(context.getBean(Manager.class)
                                    .flow("orders")
                                    .topology()
                                    .deliveries())
                            .containsExactly(null, DeliveryGuarantee.EXACTLY_ONCE);
                });
    }

    /** A manager whose transactions other users of the data source do not share. */
    private static JpaTransactionManager silent(EntityManagerFactory factory, JpaDialect dialect) {
        return new JpaTransactionManager(factory) {
            @Override
            public void afterPropertiesSet() {
                super.afterPropertiesSet();
                setJpaDialect(dialect);
            }
        };
    }

    @Configuration(proxyBeanMethods = false)
    static class WithoutDialect {

        @Bean
        PlatformTransactionManager transactionManager(EntityManagerFactory factory) {
            return silent(factory, new DefaultJpaDialect());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithSilentDialect {

        @Bean
        PlatformTransactionManager transactionManager(EntityManagerFactory factory) {
            return silent(factory, new DefaultJpaDialect() {});
        }
    }

    /** Nothing is put, neither on a connection that commits by itself nor on one that some other code has bound. */
    @ParameterizedTest
    @CsvSource({
        "io.concor.autoconfigure.queue.JpaDurableSlotTests$WithoutDialect, is not one of data source",
        "io.concor.autoconfigure.queue.JpaDurableSlotTests$WithSilentDialect, does not give its connection"
    })
    void aTransactionWhoseConnectionIsNotKnownIsRefused(Class<?> manager, String reason) throws Exception {
        runner.withUserConfiguration(manager)
                .withInitializer(new YamlInitializer(FLOW.formatted("")))
                .withPropertyValues(
                        "spring.datasource.url=" + RealDatabase.H2.url("silent" + System.nanoTime()),
                        "spring.jpa.hibernate.ddl-auto=create")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    JdbcTemplate database = context.getBean(JdbcTemplate.class);
                    TransactionTemplate transaction =
                            new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
                    Flow<String, String> orders = context.getBean("orders", Flow.class);

                    List<CompletableFuture<?>> refused = transaction.execute(status -> {
                        CompletableFuture<?> first = orders.accept("one");
                        database.queryForList("select 1");
                        status.setRollbackOnly();
                        return List.of(first, orders.accept("two"));
                    });

                    assertThat(refused).allSatisfy(put -> assertThat(put)
                            .failsWithin(Duration.ofSeconds(10))
                            .withThrowableThat()
                            .withMessageContaining(reason));
                    assertThat(database.queryForList("select name from jpa_booking", String.class))
                            .isEmpty();
                });
    }

    private static void sellAll(Sales sales) throws Exception {
        List<CompletableFuture<?>> accepted = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            sales.sell("fine " + i, accepted);
        }
        sales.sell("broken", accepted);
        CompletableFuture.allOf(accepted.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        assertThatThrownBy(() -> sales.sell("out of stock", accepted)).isInstanceOf(IllegalStateException.class);
    }

    private static int bookings(JdbcTemplate database) {
        return database.queryForObject("select bookings from counter", Integer.class);
    }

    @Test
    void effectsByJpaAndJdbcAreOneTransactionWithTheEvent() throws Exception {
        run("");
    }

    @Test
    void aConfiguredRangeOfTheSameManagerIsThatTransaction() throws Exception {
        run("transactions: [ { from: book } ]");
    }
}

package io.concor.autoconfigure.queue;

import io.concor.Flow;
import io.concor.SimpleTask;
import io.concor.SynchronizedRemoteTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** A service that sells in transactions, and a flow whose slot {@code book} is durable and books in the same database. */
@Configuration(proxyBeanMethods = false)
@EnableTransactionManagement
class DurableShop {

    static final String FLOW = """
        concor.queues.store: jdbc
        concor.flows.orders:
          tasks: [ check, book ]
          slots.book: { pool: fixed, threads: 2, queue: durable }
        """;

    /** Booking waits for it. */
    volatile CountDownLatch open = new CountDownLatch(0);

    @Bean
    SimpleTask<String, String> check() {
        return order -> {
            if (order.isBlank()) {
                throw new IllegalArgumentException("an order without a name");
            }
            return order;
        };
    }

    @Bean
    Booking book(JdbcTemplate database) {
        return new Booking(this, database);
    }

    @Bean
    Sales sales(JdbcTemplate database, Flow<String, String> orders) {
        return new Sales(database, orders);
    }

    @Bean
    static BeanPostProcessor countingConnections() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof DataSource source ? new CountingDataSource(source) : bean;
            }
        };
    }

    /** Writes a row for each order. There is no unique key, so that a row written twice is seen. */
    static class Booking implements SynchronizedRemoteTask<String, String> {
        private final DurableShop shop;
        private final JdbcTemplate database;

        Booking(DurableShop shop, JdbcTemplate database) {
            this.shop = shop;
            this.database = database;
        }

        @Override
        public String apply(String order) throws Exception {
            shop.open.await();
            database.update("insert into booking values (?)", order);
            if (order.startsWith("broken")) {
                throw new IllegalStateException("after the effect");
            }
            return order;
        }
    }

    /** What an application writes. */
    static class Sales {
        private final JdbcTemplate database;
        private final Flow<String, String> orders;

        Sales(JdbcTemplate database, Flow<String, String> orders) {
            this.database = database;
            this.orders = orders;
        }

        /** Sells, and fails if there is a reason to. */
        @Transactional
        public void sell(String order, List<CompletableFuture<?>> accepted, @Nullable RuntimeException failure) {
            database.update("insert into sale values (?)", order);
            accepted.add(orders.accept(order));
            if (failure != null) {
                throw failure;
            }
        }

        @Transactional(readOnly = true)
        public CompletableFuture<?> sellWhereNothingIsWritten(String order) {
            return orders.accept(order);
        }

        @Transactional("foreign")
        public CompletableFuture<?> sellElsewhere(String order) {
            database.queryForList("select * from sale"); // its connection is bound to the thread as well
            return orders.accept(order);
        }
    }

    static CompletableFuture<?> sell(Sales sales, String order) {
        List<CompletableFuture<?>> accepted = new ArrayList<>();
        sales.sell(order, accepted, null);
        return accepted.get(0);
    }
}

package io.concor.autoconfigure.datasource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.SynchronizedRemoteTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.diagnosis.signal.ConnectionPools.PoolReading;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

class DataSourcePoolsTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ConcorAutoConfiguration.class,
                    ConcorConnectionPoolsAutoConfiguration.class,
                    DataSourceAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=jdbc:h2:mem:pools",
                    "spring.datasource.hikari.pool-name=shop",
                    "spring.datasource.hikari.maximum-pool-size=3");

    private static HikariDataSource hikari(String name) {
        HikariDataSource source = new HikariDataSource();
        source.setJdbcUrl("jdbc:h2:mem:" + name);
        source.setPoolName(name);
        source.setMaximumPoolSize(2);
        return source;
    }

    @Test
    void readAPoolOfHikari() {
        runner.run(context -> {
            ConnectionPools pools = context.getBean(ConnectionPools.class);
            try (Connection held = context.getBean(DataSource.class).getConnection()) {
                assertThat(pools.read())
                        .containsExactly(new PoolReading(
                                "shop",
                                "dataSource",
                                "hikaricp.connections",
                                "spring.datasource.hikari.maximum-pool-size",
                                3,
                                1,
                                0));
                assertThat(held.isClosed()).isFalse();
            }
            assertThat(pools.read()).singleElement().returns(0, PoolReading::active);
        });
    }

    @Test
    void knowWhichTasksMayUseAConnection() {
        runner.withUserConfiguration(Tasks.class).run(context -> {
            ConnectionPools pools = context.getBean(ConnectionPools.class);
            assertThat(pools.mayConnect("storing")).isTrue();
            assertThat(pools.mayConnect("charging")).isFalse();
            assertThat(pools.mayConnect(null)).as("a task that is no bean").isTrue();
        });
    }

    static class Tasks {

        @Bean
        SynchronizedRemoteTask<String, String> storing(DataSource source) {
            return message -> message + source;
        }

        @Bean
        SynchronizedRemoteTask<String, String> charging() {
            return message -> message;
        }
    }

    @Test
    void startNoPoolAndToleratesAClosedOne() {
        runner.run(context -> {
            ConnectionPools pools = context.getBean(ConnectionPools.class);
            HikariDataSource source = context.getBean(HikariDataSource.class);
            assertThat(pools.read()).isEmpty();
            assertThat(source.getHikariPoolMXBean()).as("not started").isNull();

            source.getConnection().close();
            assertThat(pools.read()).hasSize(1);

            source.close();
            assertThat(pools.read()).isEmpty();
        });
    }

    @Test
    void createNoBean() {
        runner.withUserConfiguration(LazySource.class).run(context -> {
            assertThat(context.getBean(ConnectionPools.class).read()).isEmpty();
            assertThat(context.getBeanFactory().containsSingleton("orders")).isFalse();
        });
    }

    static class LazySource {

        @Bean
        @Lazy
        DataSource orders() {
            return hikari("orders");
        }
    }

    @Test
    void countAPoolOnceThatTwoBeansShare() {
        runner.withUserConfiguration(Wrapped.class).run(context -> {
            context.getBean("orders", DataSource.class).getConnection().close();
            assertThat(context.getBean(ConnectionPools.class).read())
                    .singleElement()
                    .returns("orders", PoolReading::name);
        });
    }

    static class Wrapped {

        @Bean
        HikariDataSource orders() {
            return hikari("orders");
        }

        @Bean
        DataSource lazyOrders(HikariDataSource orders) {
            return new LazyConnectionDataSourceProxy(orders);
        }
    }

    @Test
    void nameThePropertyOfEachPoolAndNoOther() {
        runner.withUserConfiguration(Configured.class).run(context -> {
            for (DataSource source : context.getBeansOfType(DataSource.class).values()) {
                source.getConnection().close();
            }
            assertThat(context.getBean(ConnectionPools.class).read())
                    .extracting(PoolReading::name, PoolReading::bean, PoolReading::setting)
                    .containsExactlyInAnyOrder(
                            tuple("orders", "orders", "app.orders.pool.maximum-pool-size"),
                            tuple("bills", "bills", "app.bills.maximum-pool-size"),
                            tuple("audit", "audit", null),
                            tuple("stock", "stock", null));
        });
    }

    static class Configured {

        /** It comes first, but its properties would not be those of the pool. */
        @Bean
        @ConfigurationProperties("app.lazy")
        DataSource lazyOrders(HikariDataSource orders) {
            return new LazyConnectionDataSourceProxy(orders);
        }

        @Bean
        @ConfigurationProperties("app.orders.pool")
        HikariDataSource orders() {
            return hikari("orders");
        }

        @Bean
        @ConfigurationProperties("app.bills")
        DataSource bills() {
            return hikari("bills");
        }

        @Bean
        HikariDataSource audit() {
            return hikari("audit");
        }

        @Bean
        @ConfigurationProperties("app.stock")
        Router stock() {
            Router router = new Router();
            DataSource target = hikari("stock");
            router.setTargetDataSources(Map.of("stock", target));
            router.setDefaultTargetDataSource(target);
            return router;
        }
    }

    @Test
    void readThePoolsBehindARoutingDataSource() {
        runner.withUserConfiguration(Routed.class).run(context -> {
            for (DataSource target :
                    context.getBean(Router.class).getResolvedDataSources().values()) {
                target.getConnection().close();
            }
            assertThat(context.getBean(ConnectionPools.class).read())
                    .extracting(PoolReading::name)
                    .containsExactlyInAnyOrder("north", "south");
        });
    }

    static class Routed {

        @Bean
        Router router() {
            Router router = new Router();
            router.setTargetDataSources(Map.of("north", hikari("north"), "south", hikari("south")));
            return router;
        }
    }

    static final class Router extends AbstractRoutingDataSource {

        @Override
        protected @Nullable Object determineCurrentLookupKey() {
            return null;
        }
    }

    @Test
    void readOtherPoolsThroughTheMetadataOfSpringBoot() {
        runner.withUserConfiguration(OtherPool.class).run(context -> assertThat(
                        context.getBean(ConnectionPools.class).read())
                .singleElement()
                .returns("other", PoolReading::name)
                .returns("jdbc.connections", PoolReading::signal)
                .returns(null, PoolReading::setting)
                .returns(7, PoolReading::most)
                .returns(4, PoolReading::active)
                .returns(null, PoolReading::pending));
    }

    static class OtherPool {

        @Bean
        DataSource other() {
            return new JdbcDataSource();
        }

        @Bean
        DataSource unlimited() {
            return new JdbcDataSource();
        }

        @Bean
        DataSource failing() {
            return new JdbcDataSource();
        }

        @Bean
        DataSourcePoolMetadataProvider metadata(DataSource other, DataSource unlimited, DataSource failing) {
            Map<DataSource, DataSourcePoolMetadata> known =
                    Map.of(other, new Known(7, 4), unlimited, new Known(-1, 4), failing, new Known(null, 4) {

                        @Override
                        public Integer getMax() {
                            throw new IllegalStateException("expected by the test");
                        }
                    });
            return known::get;
        }
    }

    private static class Known implements DataSourcePoolMetadata {

        private final @Nullable Integer most;
        private final int active;

        Known(@Nullable Integer most, int active) {
            this.most = most;
            this.active = active;
        }

        @Override
        public @Nullable Float getUsage() {
            return null;
        }

        @Override
        public Integer getActive() {
            return active;
        }

        @Override
        public @Nullable Integer getMax() {
            return most;
        }

        @Override
        public @Nullable Integer getMin() {
            return null;
        }

        @Override
        public @Nullable String getValidationQuery() {
            return null;
        }

        @Override
        public @Nullable Boolean getDefaultAutoCommit() {
            return null;
        }
    }

    @Test
    void haveDifferentNames() {
        runner.withUserConfiguration(SameNames.class).run(context -> {
            for (DataSource source : context.getBeansOfType(DataSource.class).values()) {
                source.getConnection().close();
            }
            assertThat(context.getBean(ConnectionPools.class).read())
                    .extracting(PoolReading::name)
                    .containsExactly("same", "same (2)");
        });
    }

    static class SameNames {

        @Bean
        DataSource first() {
            return hikari("same");
        }

        @Bean
        DataSource second() {
            return hikari("same");
        }
    }

    @Test
    void areReplacedByThoseOfTheApplication() {
        ConnectionPools own = List::of;
        runner.withBean("own", ConnectionPools.class, () -> own)
                .run(context ->
                        assertThat(context.getBean(ConnectionPools.class)).isSameAs(own));
    }

    @Test
    void backOffWithoutTheModuleOrADataSource() {
        runner.withClassLoader(new FilteredClassLoader("io.concor.diagnosis"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("concorConnectionPools"));
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ConcorAutoConfiguration.class, ConcorConnectionPoolsAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ConnectionPools.class));
    }

    @Test
    void needNoHikari() {
        runner.withClassLoader(new FilteredClassLoader("com.zaxxer.hikari"))
                .withUserConfiguration(OtherPool.class)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(ConnectionPools.class));
    }
}

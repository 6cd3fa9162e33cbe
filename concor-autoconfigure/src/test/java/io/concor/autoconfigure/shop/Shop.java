package io.concor.autoconfigure.shop;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.Flow;
import io.concor.Flows;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application with its own entity and repository, independent of presets. */
public final class Shop {

    private Shop() {}

    @Configuration(proxyBeanMethods = false)
    static class OneFlow {

        @Bean
        Flow<String, Integer> checkout() {
            return Flows.<String>create("checkout")
                    .noJoin()
                    .map(String::length, "cashier")
                    .build();
        }
    }

    /** Lets Boot find entities and repositories. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(OneFlow.class)
    public static class Plain {}

    /** Declares entities and repositories explicitly. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EntityScan(basePackageClasses = Sale.class)
    @EnableJpaRepositories(basePackageClasses = Sales.class, considerNestedRepositories = false)
    @Import(OneFlow.class)
    public static class Scanning {}

    /** Has another data source. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(OneFlow.class)
    public static class TwoDatabases {

        @Bean
        @Primary
        DataSource goods(Environment environment) {
            return dataSource(environment.getRequiredProperty("shop.sales"));
        }

        @Bean
        DataSource operations(Environment environment) {
            return dataSource(environment.getRequiredProperty("shop.operations"));
        }

        private static DataSource dataSource(String url) {
            HikariDataSource dataSource = new HikariDataSource();
            dataSource.setJdbcUrl(url);
            return dataSource;
        }
    }
}

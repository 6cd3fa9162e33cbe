package io.concor.sample.billing;

import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Wires what the flow needs besides its tasks. */
@Configuration(proxyBeanMethods = false)
class BillingConfiguration {

    @Bean
    JdbcTemplate jdbcTemplate(DataSource database, BillingProperties properties) {
        return new DelayedJdbcTemplate(database, properties.databaseDelay());
    }
}

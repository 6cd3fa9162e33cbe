package io.concor.sample.billing;

import io.concor.Flow;
import java.nio.file.Path;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.JdbcTemplate;

/** Wires what the flow needs besides its tasks. */
@Configuration(proxyBeanMethods = false)
class BillingConfiguration {

    @Bean
    @Profile("!plain")
    RecordEntry entry(Flow<Submission, Outcome> flow) {
        return flow::trySubmit;
    }

    @Bean
    JdbcTemplate jdbcTemplate(DataSource database, BillingProperties properties) {
        return new DelayedJdbcTemplate(database, properties.databaseDelay());
    }

    @Bean
    @ConditionalOnProperty("billing.inbox.folder")
    Inbox inbox(BulkIntake intake, BillingProperties properties) {
        Path folder = Objects.requireNonNull(properties.inbox().folder());
        return new Inbox(folder, properties.inbox(), intake);
    }
}

package io.concor.sample.moflow;

import io.concor.sample.support.DatabaseDelay;
import io.concor.sample.support.HttpClientHealth;
import io.concor.sample.support.JsonHttpClient;
import io.concor.sample.support.Receiver;
import io.concor.sample.support.ReceiverInbox;
import java.time.Clock;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Wires what the flow needs besides its tasks. */
@Configuration(proxyBeanMethods = false)
class MoFlowConfiguration {

    @Bean
    InstantSource clock() {
        return Clock.systemUTC();
    }

    @Bean
    @OnNode("core")
    JsonHttpClient applicationClient(MoFlowProperties properties) {
        MoFlowProperties.Applications applications = properties.applications();
        return JsonHttpClient.start(
                applications.connectTimeout(), applications.responseTimeout(), applications.connectionsPerHost());
    }

    @Bean
    @OnNode("core")
    HttpClientHealth applicationsHealthIndicator(JsonHttpClient applicationClient) {
        return new HttpClientHealth(applicationClient);
    }

    @Bean
    @OnNode("edge")
    @ConditionalOnBooleanProperty("mo-flow.receiver.enabled")
    Receiver receiver(MoFlowProperties properties) {
        MoFlowProperties.ReceiverSettings receiver = properties.receiver();
        return new Receiver("mo-flow.receiver", receiver.port(), ReceiverInbox.counting(receiver.paths()));
    }

    /** Opens a connection for each look-up: there is no pool. */
    @Bean
    @Profile("unpooled")
    @ConfigurationProperties("spring.datasource.unpooled")
    DriverManagerDataSource unpooled(DataSourceProperties settings) {
        return settings.initializeDataSourceBuilder()
                .type(DriverManagerDataSource.class)
                .build();
    }

    @Bean
    DatabaseDelay databaseDelay(MoFlowProperties properties) {
        return new DatabaseDelay(properties.databaseDelay());
    }
}

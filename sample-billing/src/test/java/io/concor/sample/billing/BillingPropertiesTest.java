package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

class BillingPropertiesTest {

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(BillingProperties.class)
    static class Properties {}

    private final ApplicationContextRunner start = new ApplicationContextRunner()
            .withInitializer(new ConfigDataApplicationContextInitializer())
            .withUserConfiguration(Properties.class);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            max-in-flight=0       | billing.max-in-flight is 0: must be 1 to 1048576
            max-in-flight=1048577 | billing.max-in-flight is 1048577: must be 1 to 1048576
            max-in-flight=3071    | billing.bulk.max-in-flight is 3072: must be at most max-in-flight, which is 3071
            minimum-length=-1s    | billing.minimum-length is -1000ms: must be whole seconds, 0s to 1h
            minimum-length=1500ms | billing.minimum-length is 1500ms: must be whole seconds, 0s to 1h
            minimum-length=2h     | billing.minimum-length is 7200000ms: must be whole seconds, 0s to 1h
            database-delay=-1ms   | billing.database-delay is -1ms: must not be negative
            bulk.max-in-flight=0  | billing.bulk.max-in-flight is 0: must be at least 1
            bulk.uploads=0        | billing.bulk.uploads is 0: must be at least 1
            bulk.max-bytes=0B     | billing.bulk.max-bytes is 0B: must be 1B to 64MB
            bulk.max-bytes=65MB   | billing.bulk.max-bytes is 68157440B: must be 1B to 64MB
            bulk.patience=-1s     | billing.bulk.patience is -1000ms: must not be negative
            inbox.poll=0s         | billing.inbox.poll is 0ms: must be at least 1ms
            inbox.max-bytes=0B    | billing.inbox.max-bytes is 0B: must be at least 1B
            """)
    void areRefusedWithValueAndBounds(String property, String reason) {
        start.withPropertyValues("billing." + property).run(context -> assertThat(context.getStartupFailure())
                .isNotNull()
                .rootCause()
                .hasMessage(reason));
    }
}

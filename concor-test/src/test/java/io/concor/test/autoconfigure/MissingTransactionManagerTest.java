package io.concor.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class MissingTransactionManagerTest {

    @ParameterizedTest
    @CsvSource({"'', @MockitoBean PlatformTransactionManager", "archive, @MockitoBean(name = \"archive\")"})
    void saysWhatATestAddsForAFlowWithATransaction(String name, String remedy) {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(ConcorAutoConfiguration.class, FlowTestAutoConfiguration.class))
                .withBean("pricing", SimpleTask.class, () -> article -> article)
                .withPropertyValues(
                        "concor.flows.orders.tasks=pricing",
                        "concor.flows.orders.transactions[0].from=pricing",
                        "concor.flows.orders.transactions[0].manager=" + name)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("@ConcorTest leaves out the database of the application")
                        .hasStackTraceContaining(remedy));
    }
}

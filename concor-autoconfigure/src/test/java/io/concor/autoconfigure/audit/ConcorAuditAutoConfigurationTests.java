package io.concor.autoconfigure.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ConcorAuditAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ConcorAutoConfiguration.class, ConcorAuditAutoConfiguration.class));

    @Test
    void hearsChanges() {
        runner.run(context -> assertThat(context).hasSingleBean(AuditedChanges.class));
    }

    @Test
    void backsOffWithoutActuator() {
        runner.withClassLoader(new FilteredClassLoader(AuditEvent.class))
                .run(context -> assertThat(context).doesNotHaveBean(AuditedChanges.class));
    }
}

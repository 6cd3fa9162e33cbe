package io.concor.autoconfigure.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class HealthAndInfoAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ConcorAutoConfiguration.class,
                    ConcorHealthContributorAutoConfiguration.class,
                    ConcorInfoContributorAutoConfiguration.class))
            .withUserConfiguration(OneFlow.class);

    @Configuration(proxyBeanMethods = false)
    static class OneFlow {

        @Bean
        Flow<String, String> orders() {
            return Flows.<String>create("orders")
                    .map((String order) -> order, "parser")
                    .build();
        }
    }

    @Test
    void reportsHealth() {
        runner.run(context ->
                assertThat(context).hasSingleBean(ConcorHealthIndicator.class).hasBean("concorHealthIndicator"));
    }

    @Test
    void reportsNoHealthWhenItIsDisabled() {
        runner.withPropertyValues("management.health.concor.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(ConcorHealthIndicator.class));
    }

    @Test
    void reportsNoHealthWithoutBootsHealth() {
        runner.withClassLoader(new FilteredClassLoader(HealthIndicator.class))
                .run(context -> assertThat(context).doesNotHaveBean(ConcorHealthContributorAutoConfiguration.class));
    }

    @Test
    void reportsVersionModeAndFlows() {
        runner.withPropertyValues("concor.mode=production").run(context -> {
            Info.Builder info = new Info.Builder();
            context.getBean(ConcorInfoContributor.class).contribute(info);
            assertThat(info.build().get("concor", ConcorInfoContributor.ConcorInfo.class))
                    .satisfies(concor -> {
                        assertThat(concor.version()).matches("\\d+\\.\\d+.*");
                        assertThat(concor.mode()).isEqualTo("production");
                        assertThat(concor.flows())
                                .containsExactly(new ConcorInfoContributor.FlowInfo("orders", 1, 1, null, false));
                    });
        });
    }

    @Test
    void reportsNoInfoWhenItIsDisabled() {
        runner.withPropertyValues("management.info.concor.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(ConcorInfoContributor.class));
    }

    @Test
    void reportsNoInfoWithoutActuator() {
        runner.withClassLoader(new FilteredClassLoader(InfoContributor.class))
                .run(context -> assertThat(context).doesNotHaveBean(ConcorInfoContributorAutoConfiguration.class));
    }
}

package io.concor.autoconfigure.health;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.watch.FailingFlows;
import io.concor.manage.Manager;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the health indicator of flows. */
@AutoConfiguration(
        after = ConcorAutoConfiguration.class,
        beforeName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("concor")
@ConditionalOnBean({Manager.class, ConcorProperties.class})
public final class ConcorHealthContributorAutoConfiguration {

    ConcorHealthContributorAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "concorHealthIndicator")
    ConcorHealthIndicator concorHealthIndicator(
            Manager manager, ConcorProperties properties, ObjectProvider<FailingFlows> failing) {
        return new ConcorHealthIndicator(
                manager,
                properties.health().stalledAfter(),
                System::nanoTime,
                flow -> failing.stream()
                        .flatMap(known -> known.failure(flow).stream())
                        .findFirst(),
                new Status(properties.health().failing().name()));
    }

    @Bean
    @ConditionalOnBean(ConcorHealthIndicator.class)
    HealthStatusLog concorHealthStatusLog(ConcorHealthIndicator indicator) {
        return new HealthStatusLog(indicator);
    }
}

package io.concor.autoconfigure.watch;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.ContextFlows;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.manage.Manager;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the checks of running flows. */
@AutoConfiguration(after = ConcorAutoConfiguration.class)
@ConditionalOnBean({Manager.class, ConcorProperties.class})
public final class ConcorWatchAutoConfiguration {

    /** Its type may be missing. */
    private static final String DIAGNOSIS_ENDPOINT = "concorDiagnosisEndpoint";

    ConcorWatchAutoConfiguration() {}

    @Bean
    OverloadCheck concorOverloadCheck(Manager manager, ConcorProperties properties, BeanFactory beans) {
        return new OverloadCheck(
                manager,
                properties.health().stalledAfter(),
                () -> beans.containsBean(DIAGNOSIS_ENDPOINT),
                System::nanoTime);
    }

    @Bean
    FailureCheck concorFailureCheck(Manager manager, BeanFactory beans) {
        return new FailureCheck(manager, () -> beans.containsBean(DIAGNOSIS_ENDPOINT), System::nanoTime);
    }

    @Bean
    FlowWatch concorFlowWatch(
            Manager manager, ContextFlows flows, ConcorProperties properties, ObjectProvider<FlowCheck> checks) {
        return new FlowWatch(
                manager,
                flows,
                properties.lifecycle().phase() + 2,
                checks.orderedStream().toList());
    }
}

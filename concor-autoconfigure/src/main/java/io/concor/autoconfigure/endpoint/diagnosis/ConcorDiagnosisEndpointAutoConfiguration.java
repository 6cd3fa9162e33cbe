package io.concor.autoconfigure.endpoint.diagnosis;

import io.concor.autoconfigure.diagnosis.ConcorDiagnosisAutoConfiguration;
import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.manage.Manager;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the endpoints that show what limits flows, and what the autopilot does about it. */
@AutoConfiguration(
        after = {
            ConcorDiagnosisAutoConfiguration.class,
            ConcorEndpointAutoConfiguration.class,
            EndpointAutoConfiguration.class
        })
@ConditionalOnClass({ConditionalOnAvailableEndpoint.class, Diagnosis.class})
@ConditionalOnBean({Manager.class, Diagnosis.class})
public final class ConcorDiagnosisEndpointAutoConfiguration {

    ConcorDiagnosisEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorDiagnosisEndpoint concorDiagnosisEndpoint(
            Manager manager, ObjectProvider<Diagnosis> diagnosis, CallerContext caller) {
        return new ConcorDiagnosisEndpoint(manager, diagnosis, caller);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorAutopilotEndpoint concorAutopilotEndpoint(
            ObjectProvider<Autopilot> autopilot, Manager manager, CallerContext caller) {
        return new ConcorAutopilotEndpoint(autopilot, manager, caller);
    }
}

package io.concor.autoconfigure.audit;

import io.concor.autoconfigure.diagnosis.ConcorDiagnosisAutoConfiguration;
import io.concor.diagnosis.Diagnosis;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of audit events for alarms. */
@AutoConfiguration(after = ConcorDiagnosisAutoConfiguration.class)
@ConditionalOnClass({AuditEvent.class, Diagnosis.class})
@ConditionalOnBean(Diagnosis.class)
public final class ConcorAlarmAuditAutoConfiguration {

    ConcorAlarmAuditAutoConfiguration() {}

    @Bean
    AuditingAlarmListener concorAuditingAlarmListener(ApplicationEventPublisher publisher) {
        return new AuditingAlarmListener(publisher);
    }
}

package io.concor.autoconfigure.audit;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.manage.Manager;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of audit events for changes of layouts and presets. */
@AutoConfiguration(after = ConcorAutoConfiguration.class)
@ConditionalOnClass(AuditEvent.class)
@ConditionalOnBean(Manager.class)
public final class ConcorAuditAutoConfiguration {

    ConcorAuditAutoConfiguration() {}

    @Bean
    AuditingChangeListener concorAuditingChangeListener(ApplicationEventPublisher publisher) {
        return new AuditingChangeListener(publisher);
    }
}

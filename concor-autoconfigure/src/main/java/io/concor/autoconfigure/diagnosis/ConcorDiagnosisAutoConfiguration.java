package io.concor.autoconfigure.diagnosis;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.manage.Manager;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the diagnosis of flows. It starts after the flows. Each {@link AlarmListener} bean learns when a
 * flow becomes limited and when it no longer is.
 */
@AutoConfiguration(after = ConcorAutoConfiguration.class)
@ConditionalOnClass(Diagnosis.class)
@ConditionalOnBooleanProperty(name = "concor.diagnosis.enabled", matchIfMissing = true)
@ConditionalOnBean({Manager.class, ConcorProperties.class})
public final class ConcorDiagnosisAutoConfiguration {

    ConcorDiagnosisAutoConfiguration() {}

    /** Lazy, because it reads the flows from its creation on. */
    @Bean(destroyMethod = "close")
    @Lazy
    @ConditionalOnMissingBean
    Diagnosis concorDiagnosis(
            Manager manager, ObjectProvider<ConnectionPools> connections, ConcorProperties properties) {
        FlowGoals goals = new FlowGoals(properties.flows());
        goals.warnOfUnknownFlows(manager.names());
        return Diagnosis.start(manager, connections.getIfAvailable(() -> ConnectionPools.NONE), goals);
    }

    @Bean
    AlarmDispatcher concorAlarmDispatcher(
            ObjectProvider<Diagnosis> diagnosis, ObjectProvider<AlarmListener> listeners) {
        return new AlarmDispatcher(diagnosis, listeners);
    }

    @Bean
    AlarmLog concorAlarmLog() {
        return new AlarmLog(Clock.systemUTC());
    }

    @Bean
    AlarmEventPublisher concorAlarmEventPublisher(ApplicationEventPublisher publisher) {
        return new AlarmEventPublisher(publisher);
    }
}

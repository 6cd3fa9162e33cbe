package io.concor.autoconfigure.diagnosis;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.ConditionalOnOwnManager;
import io.concor.autoconfigure.advice.PresentLimits;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.ConditionalOnEnabled;
import io.concor.autoconfigure.properties.section.FailingSettings;
import io.concor.autoconfigure.watch.FailingFlows;
import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.FailureBounds;
import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.manage.Manager;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the diagnosis of flows and of the autopilot. They start after the flows. Each
 * {@link AlarmListener} bean learns when a flow becomes limited and when it no longer is.
 */
@AutoConfiguration(after = ConcorAutoConfiguration.class)
@ConditionalOnClass(Diagnosis.class)
@ConditionalOnEnabled("concor.diagnosis.enabled")
@ConditionalOnBean({Manager.class, ConcorProperties.class})
public final class ConcorDiagnosisAutoConfiguration {

    ConcorDiagnosisAutoConfiguration() {}

    /** Lazy, because the flows that it treats must have started. */
    @Bean(destroyMethod = "close")
    @Lazy
    @ConditionalOnMissingBean
    Autopilot concorAutopilot(Manager manager, ConcorProperties properties) {
        ConfiguredAutopilots settings = new ConfiguredAutopilots(properties);
        settings.warnOfUnknownFlows(manager.names());
        return new Autopilot(manager, settings);
    }

    /** Lazy, because it reads the flows from its creation on. */
    @Bean(destroyMethod = "close")
    @Lazy
    @ConditionalOnMissingBean
    Diagnosis concorDiagnosis(
            Manager manager,
            ObjectProvider<ConnectionPools> connections,
            Autopilot autopilot,
            ConcorProperties properties) {
        FailingSettings failing = properties.diagnosis().failing();
        return Diagnosis.start(
                manager,
                connections.getIfAvailable(() -> ConnectionPools.NONE),
                autopilot::goal,
                new FailureBounds(failing.share(), failing.recoveredShare(), failing.events()));
    }

    @Bean
    @ConditionalOnOwnManager
    PresentLimits concorPresentLimits(ObjectProvider<Diagnosis> diagnosis) {
        return new PresentLimits() {
            @Override
            public OptionalInt connections(String flow) {
                return diagnosis.getObject().limitingConnections(flow);
            }

            @Override
            public OptionalDouble queuingCallers(String flow) {
                return diagnosis.getObject().queuingCallers(flow);
            }
        };
    }

    @Bean
    FailingFlows concorFailingFlows(ObjectProvider<Diagnosis> diagnosis) {
        return flow -> Optional.ofNullable(diagnosis.getObject().verdict(flow).failure())
                .map(Verdict.Failure::summary);
    }

    @Bean
    @ConditionalOnOwnManager
    AutopilotStarter concorAutopilotStarter(
            ApplicationContext context,
            ConcorProperties properties,
            ObjectProvider<Autopilot> autopilot,
            ObjectProvider<Diagnosis> diagnosis) {
        return new AutopilotStarter(context, properties.lifecycle().phase() + 2, autopilot, diagnosis);
    }

    @Bean
    @ConditionalOnOwnManager
    AlarmDispatcher concorAlarmDispatcher(
            ApplicationContext context,
            ConcorProperties properties,
            ObjectProvider<Diagnosis> diagnosis,
            ObjectProvider<AlarmListener> listeners) {
        return new AlarmDispatcher(context, properties.lifecycle().phase() + 2, diagnosis, listeners);
    }

    @Bean
    @ConditionalOnOwnManager
    AlarmLog concorAlarmLog() {
        return new AlarmLog(Clock.systemUTC());
    }

    @Bean
    @ConditionalOnOwnManager
    AlarmEventPublisher concorAlarmEventPublisher(ApplicationEventPublisher publisher) {
        return new AlarmEventPublisher(publisher);
    }
}

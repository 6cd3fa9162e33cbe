package io.concor.autoconfigure.metrics;

import io.concor.autoconfigure.diagnosis.ConcorDiagnosisAutoConfiguration;
import io.concor.diagnosis.Diagnosis;
import io.concor.manage.Manager;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the gauges of limited flows. */
@AutoConfiguration(after = {ConcorDiagnosisAutoConfiguration.class, ConcorMetricsAutoConfiguration.class})
@ConditionalOnClass({MeterRegistry.class, Diagnosis.class})
@ConditionalOnBean({Diagnosis.class, MeterRegistry.class})
public final class ConcorAlarmMetricsAutoConfiguration {

    ConcorAlarmMetricsAutoConfiguration() {}

    @Bean
    AlarmMeters concorAlarmMeters(Manager manager) {
        return new AlarmMeters(manager);
    }
}

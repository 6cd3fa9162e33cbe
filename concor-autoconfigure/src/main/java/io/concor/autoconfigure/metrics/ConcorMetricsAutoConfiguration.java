package io.concor.autoconfigure.metrics;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.manage.Manager;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the meters of flows. */
@AutoConfiguration(
        after = ConcorAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({Manager.class, MeterRegistry.class})
public final class ConcorMetricsAutoConfiguration {

    ConcorMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    ConcorMetrics concorMetrics(Manager manager) {
        return new ConcorMetrics(manager);
    }

    /** Declared as a binder, because the class that the counters read may be missing. */
    @Bean
    @ConditionalOnClass(name = "io.concor.leak.Leaks")
    MeterBinder concorLeakMeters(Manager manager) {
        return new LeakMeters(manager);
    }

    /** Static because registries need their filters before other beans. */
    @Bean
    static ObservationMeterDescriptions concorObservationMeterDescriptions() {
        return new ObservationMeterDescriptions();
    }
}

package io.concor.autoconfigure.propagation;

import io.concor.ThreadLocalCarrier;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.properties.ConditionalOnEnabled;
import io.micrometer.context.ContextRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the propagation of thread-locals with the events of all flows. */
@AutoConfiguration(before = ConcorAutoConfiguration.class)
@ConditionalOnClass(ContextRegistry.class)
@ConditionalOnEnabled("concor.propagation.enabled")
public final class ConcorPropagationAutoConfiguration {

    ConcorPropagationAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(ThreadLocalCarrier.class)
    ContextPropagationCarrier concorThreadLocalCarrier() {
        return new ContextPropagationCarrier(ContextRegistry.getInstance());
    }
}

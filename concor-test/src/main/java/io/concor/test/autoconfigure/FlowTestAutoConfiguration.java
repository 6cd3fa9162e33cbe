package io.concor.test.autoconfigure;

import io.concor.Flow;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the joins of a {@link ConcorTest}. */
@AutoConfiguration(after = ConcorAutoConfiguration.class)
public final class FlowTestAutoConfiguration {

    static final String PREFIX = "spring.test.concor";

    FlowTestAutoConfiguration() {}

    @Bean
    @ConditionalOnProperty(prefix = PREFIX, name = "joins", havingValue = "none")
    JoinRemover concorJoinRemover(ObjectProvider<Flow<?, ?>> flows) {
        return new JoinRemover(flows);
    }
}

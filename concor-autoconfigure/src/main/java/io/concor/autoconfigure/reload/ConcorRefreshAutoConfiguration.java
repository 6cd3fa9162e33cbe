package io.concor.autoconfigure.reload;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.ContextFlows;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.manage.Manager;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Auto-configuration of the reload: applies changes when Spring Cloud refreshes the environment. */
@AutoConfiguration(after = ConcorAutoConfiguration.class)
@ConditionalOnClass(EnvironmentChangeEvent.class)
@ConditionalOnBean({Manager.class, ConcorProperties.class})
public final class ConcorRefreshAutoConfiguration {

    ConcorRefreshAutoConfiguration() {}

    @Bean
    ConfigurationReloader concorConfigurationReloader(
            Manager manager, ContextFlows flows, ConcorProperties properties, Environment environment) {
        return new ConfigurationReloader(manager, flows, properties, environment);
    }
}

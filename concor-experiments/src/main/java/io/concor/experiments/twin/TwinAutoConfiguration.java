package io.concor.experiments.twin;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;

/** Auto-configuration of the twins, with the profile {@code plain} only. */
@AutoConfiguration
@Profile("plain")
public final class TwinAutoConfiguration {

    TwinAutoConfiguration() {}

    @Bean
    static FlowReplacement flowReplacement(Environment environment) {
        return new FlowReplacement(environment);
    }
}

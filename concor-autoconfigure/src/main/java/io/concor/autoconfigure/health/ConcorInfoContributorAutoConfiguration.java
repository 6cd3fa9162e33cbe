package io.concor.autoconfigure.health;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.manage.Manager;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the info contributor. */
@AutoConfiguration(after = ConcorAutoConfiguration.class)
@ConditionalOnClass({InfoContributor.class, ConditionalOnEnabledInfoContributor.class})
@ConditionalOnEnabledInfoContributor("concor")
@ConditionalOnBean({Manager.class, ConcorProperties.class})
public final class ConcorInfoContributorAutoConfiguration {

    ConcorInfoContributorAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    ConcorInfoContributor concorInfoContributor(Manager manager, ConcorProperties properties) {
        return new ConcorInfoContributor(manager, properties.mode());
    }
}

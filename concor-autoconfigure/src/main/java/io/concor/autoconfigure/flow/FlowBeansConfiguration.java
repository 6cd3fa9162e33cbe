package io.concor.autoconfigure.flow;

import io.concor.autoconfigure.properties.ConcorProperties;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Defines a bean for each flow of the configuration. */
@Configuration(proxyBeanMethods = false)
public final class FlowBeansConfiguration {

    FlowBeansConfiguration() {}

    @Bean
    static FlowDefinitions concorFlowDefinitions(Environment environment) {
        return new FlowDefinitions(environment);
    }

    @Bean(FlowDefinitions.FACTORY)
    FlowFactory concorFlowFactory(ConcorProperties properties, ConfigurableListableBeanFactory beans) {
        return new FlowFactory(properties.flows(), new TaskBeans(beans), new TransactionBeans(beans));
    }
}

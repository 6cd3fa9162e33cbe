package io.concor.autoconfigure.flow;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.manage.Manager;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

/** Defines a bean for each configured flow. */
@Configuration(proxyBeanMethods = false)
@ImportRuntimeHints(FlowRuntimeHints.class)
public final class FlowBeansConfiguration {

    FlowBeansConfiguration() {}

    @Bean
    static FlowBeanRegistrar concorFlowBeanRegistrar(Environment environment) {
        return new FlowBeanRegistrar(environment);
    }

    @Bean
    static FlowDefinitionCheck concorFlowDefinitionCheck(FlowBeanRegistrar registrar) {
        return new FlowDefinitionCheck(registrar);
    }

    @Bean
    NodeCheck concorNodeCheck(ConcorProperties properties, Manager manager) {
        return new NodeCheck(properties.node(), manager);
    }

    @Bean(FlowBeanRegistrar.FACTORY)
    FlowFactory concorFlowFactory(ConcorProperties properties, ConfigurableListableBeanFactory beans) {
        return new FlowFactory(properties.flows(), properties.node(), beans);
    }
}

package io.concor.autoconfigure;

import io.concor.Flow;
import io.concor.autoconfigure.flow.FlowBeansConfiguration;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.ConcorPropertiesBinder;
import io.concor.manage.Manager;
import io.concor.preset.PresetStore;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of flows. Configured flows become beans; these and the flows that the application declares as
 * beans are registered with one {@link Manager}, and start and stop with the context.
 */
@AutoConfiguration(after = LifecycleAutoConfiguration.class)
@EnableConfigurationProperties(ConcorProperties.class)
@Import(FlowBeansConfiguration.class)
public final class ConcorAutoConfiguration {

    ConcorAutoConfiguration() {}

    @Bean
    static FlowRegistration concorFlowRegistration(BeanFactory beans) {
        return new FlowRegistration(beans);
    }

    @Bean
    static ConfigurationPropertiesBindHandlerAdvisor concorBindHandlerAdvisor(Environment environment) {
        return parent -> ConcorPropertiesBinder.ofBean(parent, environment);
    }

    @Bean
    static ManagerListeners concorManagerListeners(ListableBeanFactory beans) {
        return new ManagerListeners(beans);
    }

    @Bean
    static LazyInitializationExcludeFilter concorFlowsAreNotLazy() {
        return LazyInitializationExcludeFilter.forBeanTypes(Flow.class);
    }

    @Bean
    @ConditionalOnMissingBean
    Manager concorManager(ObjectProvider<PresetStore> presets, ConcorProperties properties) {
        return new Manager(
                presets.getIfAvailable(PresetStore::inMemory),
                properties.limits().toLimits(),
                properties.history().size());
    }

    @Bean
    ContextFlows concorContextFlows(Manager manager, ConfigurableListableBeanFactory beans) {
        return new ContextFlows(manager, beans);
    }

    @Bean
    ConcorLifecycle concorLifecycle(
            Manager manager,
            ContextFlows flows,
            ConcorProperties concor,
            ConfigurableApplicationContext context,
            ObjectProvider<LifecycleProperties> properties) {
        return new ConcorLifecycle(
                manager,
                flows::names,
                flow -> context.isClosed() && flows.outlivesItsUsers(flow),
                context.getEnvironment().getProperty("spring.main.register-shutdown-hook", Boolean.class, true),
                concor.lifecycle().phase(),
                properties.getIfAvailable(LifecycleProperties::new).getTimeoutPerShutdownPhase());
    }

    @Bean
    StartReport concorStartReport(
            Manager manager, ContextFlows flows, ConcorProperties properties, ApplicationContext context) {
        return new StartReport(manager, flows, properties, context);
    }
}

package io.concor.experiments.twin;

import io.concor.Flow;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.env.Environment;

/** Replaces the flow of a sample by its twin, which is injected in its place. */
final class FlowReplacement implements BeanFactoryPostProcessor {

    private final Environment environment;

    FlowReplacement(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        for (String flow : beans.getBeanNamesForType(Flow.class, true, false)) {
            replace(flow, beans);
        }
    }

    private void replace(String flow, ConfigurableListableBeanFactory beans) {
        RootBeanDefinition twin =
                new RootBeanDefinition(Flow.class, () -> twin(new SampleTasks(flow, maxInFlight(flow), beans)));
        // the types of the configured flow, by which it is injected
        twin.setTargetType(((RootBeanDefinition) beans.getBeanDefinition(flow)).getResolvableType());
        BeanDefinitionRegistry registry = (BeanDefinitionRegistry) beans;
        registry.removeBeanDefinition(flow);
        registry.registerBeanDefinition(flow, twin);
    }

    /** No constructor references: they would need Spring's transactions in a sample that does not have them. */
    private static TwinFlow twin(SampleTasks tasks) {
        return switch (tasks.flow()) {
            case "mo-flow" -> new MoFlowTwin(tasks);
            case "ussd" -> new UssdTwin(tasks);
            case "money-tracker" -> new MoneyTrackerTwin(tasks);
            default -> throw new IllegalStateException("Flow '%s' has no twin".formatted(tasks.flow()));
        };
    }

    private int maxInFlight(String flow) {
        return environment.getRequiredProperty("concor.flows.%s.max-in-flight".formatted(flow), Integer.class);
    }
}

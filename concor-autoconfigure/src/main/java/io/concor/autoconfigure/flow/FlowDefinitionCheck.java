package io.concor.autoconfigure.flow;

import io.concor.Flow;
import io.concor.autoconfigure.properties.KnownNames;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.layout.Placement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.aot.AbstractAotProcessor;

/**
 * Checks the definitions of the task beans of the configured flows before any bean exists. A flow whose types cannot be
 * determined is not injected if others have known types: without this check, the application would report an ambiguous
 * bean rather than the cause.
 *
 * <p>Has no order, so that it runs after the post-processors with which tests replace beans. Creates no beans: what only
 * an instance shows is checked by {@link FlowFactory}.
 */
final class FlowDefinitionCheck implements BeanFactoryPostProcessor {

    private final FlowBeanRegistrar registrar;

    FlowDefinitionCheck(FlowBeanRegistrar registrar) {
        this.registrar = registrar;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        if (Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)) {
            return; // the configuration at run time may be another one
        }
        Map<String, List<PropertyPath>> flows = registrar.components(beanFactory);
        List<String> others = Stream.of(beanFactory.getBeanNamesForType(Flow.class, true, false))
                .filter(bean -> !List.of().equals(flows.get(bean)))
                .toList();
        registrar.requireDistinct(new KnownNames(others));
        TaskBeans beans = new TaskBeans(beanFactory);
        flows.forEach((flow, components) -> {
            if (components.isEmpty()) {
                rejectEmpty(flow, others, beanFactory);
            }
            requireTasks(components, registrar.placement(flow), beans);
            beans.declaredTypes(components);
        });
    }

    /** The bean of a component that runs elsewhere need not exist. */
    private static void requireTasks(List<PropertyPath> components, Placement placement, TaskBeans beans) {
        for (int i = 0; i < components.size(); i++) {
            if (placement.isHere(i) || beans.exists(components.get(i))) {
                beans.requireTask(components.get(i));
            }
        }
    }

    /**
     * Rejects a flow that has settings but no tasks: its name is that of a flow in Java, or misspelled.
     *
     * @param others the names of the flows that can start
     */
    private static void rejectEmpty(String flow, List<String> others, ConfigurableListableBeanFactory beanFactory) {
        String meant = new KnownNames(others).resolve(flow);
        if (others.contains(meant)) {
            String definedIn = FlowBeanRegistrar.definedIn(meant, (BeanDefinitionRegistry) beanFactory);
            throw new FlowConfigurationException(PropertyPath.flow(meant), FlowProblem.duplicateBeanName(definedIn));
        }
        throw new FlowConfigurationException(PropertyPath.flow(flow).at("tasks"), FlowProblem.noTasks(flow, others));
    }
}

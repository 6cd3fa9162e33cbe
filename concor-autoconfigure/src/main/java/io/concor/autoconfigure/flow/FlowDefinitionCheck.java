package io.concor.autoconfigure.flow;

import io.concor.Flows;
import io.concor.InvalidFlowException;
import io.concor.autoconfigure.flow.FlowProblem.RuleViolation;
import io.concor.autoconfigure.properties.PropertyPath;
import java.util.List;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
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
        TaskBeans beans = new TaskBeans(beanFactory);
        registrar.components(beanFactory).forEach((flow, components) -> check(flow, components, beans));
    }

    private static void check(String flow, List<PropertyPath> components, TaskBeans beans) {
        if (components.isEmpty()) {
            rejectEmpty(flow);
        }
        components.forEach(beans::requireTask);
        TypeChain chain =
                new TypeChain(components.stream().map(beans::declaredTypes).toList());
        if (chain.complete()) {
            chain.requireFitting(components);
        }
    }

    /** Lets the builder find the words. */
    private static void rejectEmpty(String flow) {
        try {
            Flows.create(flow).build();
        } catch (InvalidFlowException wrong) {
            throw new FlowConfigurationException(
                    PropertyPath.flow(flow).at("tasks"),
                    new RuleViolation(wrong.problem(), wrong.remedy() + "."),
                    wrong);
        }
    }
}

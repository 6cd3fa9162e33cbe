package io.concor.autoconfigure.flow;

import io.concor.Flow;
import io.concor.autoconfigure.properties.ConcorProperties.FlowSettings;
import io.concor.autoconfigure.properties.ConcorProperties.TaskSettings;
import io.concor.autoconfigure.properties.ConcorPropertiesBinder;
import io.concor.autoconfigure.properties.PropertyPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

/**
 * Registers a bean definition for each configured flow, with the flow's name and generic type, so that flows can be
 * injected like other beans.
 */
final class FlowBeanRegistrar implements BeanDefinitionRegistryPostProcessor {

    static final String FACTORY = "concorFlowFactory";

    private final Environment environment;
    private Map<String, FlowSettings> flows = Map.of();

    FlowBeanRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        // strict, so that an unknown key is reported rather than its consequences
        flows = new LinkedHashMap<>(ConcorPropertiesBinder.bind(environment).flows());
        flows.values().removeIf(FlowSettings::isGoalOnly);
        flows.keySet().forEach(name -> register(name, registry));
    }

    private void register(String flow, BeanDefinitionRegistry registry) {
        if (registry.isBeanNameInUse(flow)) {
            throw new FlowConfigurationException(
                    PropertyPath.flow(flow), new FlowProblem.DuplicateBeanName(definedIn(flow, registry)));
        }
        RootBeanDefinition definition = new RootBeanDefinition(Flow.class);
        definition.setFactoryBeanName(FACTORY);
        definition.setFactoryMethodName("create");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, flow);
        // of the configuration at run time: generated code does not contain the flows of the build
        definition.setAttribute(BeanRegistrationAotProcessor.IGNORE_REGISTRATION_ATTRIBUTE, true);
        definition.setResourceDescription(
                "property '%s'".formatted(PropertyPath.flow(flow).property()));
        registry.registerBeanDefinition(flow, definition);
    }

    private static String definedIn(String name, BeanDefinitionRegistry registry) {
        String resource = registry.containsBeanDefinition(name)
                ? registry.getBeanDefinition(name).getResourceDescription()
                : null;
        return resource == null ? "the application" : resource;
    }

    /** Sets the types of the flows: all bean definitions of tasks exist now. */
    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        TaskBeans beans = new TaskBeans(beanFactory);
        flows.forEach((flow, settings) -> definition(flow, beanFactory).setTargetType(type(flow, settings, beans)));
        // earlier look-ups have cached definitions without these types; bean overrides of tests look them up next
        beanFactory.clearMetadataCache();
    }

    private static RootBeanDefinition definition(String flow, ConfigurableListableBeanFactory beanFactory) {
        return (RootBeanDefinition) beanFactory.getBeanDefinition(flow);
    }

    private static ResolvableType type(String flow, FlowSettings settings, TaskBeans beans) {
        List<MessageTypes> types = new ArrayList<>();
        for (TaskSettings task : settings.tasks()) {
            types.add(beans.declaredTypes(PropertyPath.flow(flow).component(types.size(), task)));
        }
        return type(new TypeChain(types));
    }

    /**
     * Returns the raw type if the types are unknown or do not fit. The flow then matches any injection point, so that
     * its creation fails with the actual problem rather than with a missing bean.
     */
    private static ResolvableType type(TypeChain chain) {
        return chain.known() && chain.fits()
                ? ResolvableType.forClassWithGenerics(Flow.class, chain.input(), chain.output())
                : ResolvableType.forClass(Flow.class);
    }
}

package io.concor.autoconfigure.flow;

import io.concor.Flow;
import io.concor.autoconfigure.properties.ConcorProperties.FlowSettings;
import io.concor.autoconfigure.properties.ConcorProperties.TaskSettings;
import io.concor.autoconfigure.properties.ConcorPropertiesBinder;
import io.concor.autoconfigure.properties.PropertyPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

/** Defines a bean for each configured flow, of its name and of its type, so that it can be injected like any other. */
final class FlowBeanRegistrar implements BeanDefinitionRegistryPostProcessor {

    static final String FACTORY = "concorFlowFactory";

    private final Environment environment;
    private Map<String, FlowSettings> flows = Map.of();

    FlowBeanRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        // an unknown key is told before what follows from it
        flows = ConcorPropertiesBinder.bind(environment).flows();
        flows.keySet().forEach(name -> define(name, registry));
    }

    private void define(String flow, BeanDefinitionRegistry registry) {
        if (registry.isBeanNameInUse(flow)) {
            throw new FlowConfigurationException(
                    PropertyPath.flow(flow), new FlowProblem.DuplicateBeanName(definedIn(flow, registry)));
        }
        RootBeanDefinition definition = new RootBeanDefinition(Flow.class);
        definition.setFactoryBeanName(FACTORY);
        definition.setFactoryMethodName("create");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, flow);
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

    /** Now every task is defined, so that the types are known as far as they ever are before the beans are made. */
    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        TaskBeans beans = new TaskBeans(beanFactory);
        flows.forEach((flow, settings) -> definition(flow, beanFactory).setTargetType(type(flow, settings, beans)));
        // who looked for beans before has left copies without these types; mocks of tests are put in by type next
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
     * Where the types are not known or do not fit, the flow may be injected as one of any types: so it is made, and
     * what is wrong with it is told, rather than that there is no such bean.
     */
    private static ResolvableType type(TypeChain chain) {
        return chain.known() && chain.fits()
                ? ResolvableType.forClassWithGenerics(Flow.class, chain.input(), chain.output())
                : ResolvableType.forClass(Flow.class);
    }
}

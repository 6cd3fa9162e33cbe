package io.concor.autoconfigure.flow;

import io.concor.Flow;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.ConcorPropertiesBinder;
import io.concor.autoconfigure.properties.FlowSettings;
import io.concor.autoconfigure.properties.KnownNames;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.layout.Placement;
import io.concor.manage.Manager;
import io.concor.text.Sentence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.config.BeanDefinition;
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

    private static final Logger log = LoggerFactory.getLogger(FlowBeanRegistrar.class);

    private final Environment environment;
    private Map<String, FlowSettings> flows = Map.of();
    private List<String> nodes = List.of();
    private Set<String> activePresets = Set.of();
    private Set<String> autopilots = Set.of();

    FlowBeanRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        // strict, so that an unknown key is reported rather than its consequences
        ConcorProperties properties = ConcorPropertiesBinder.bind(environment);
        nodes = properties.node();
        flows = new LinkedHashMap<>(properties.flows());
        flows.values().removeIf(FlowSettings::isForAutopilotOnly);
        flows.entrySet().removeIf(flow -> isLeftToParent(flow.getKey(), flow.getValue(), registry));
        flows.keySet().forEach(name -> register(name, registry));
        autopilots = others(properties.flows());
        activePresets = others(properties.presets().active());
    }

    /**
     * Whether the flow is that of a parent context, whose manager this context uses. Usually both have the same
     * configuration; warns if they do not.
     */
    private static boolean isLeftToParent(String flow, FlowSettings settings, BeanDefinitionRegistry registry) {
        BeanFactory parent = registry instanceof ConfigurableListableBeanFactory child
                        && child.getBeanNamesForType(Manager.class, true, false).length == 0
                ? child.getParentBeanFactory()
                : null;
        if (parent == null || registry.isBeanNameInUse(flow) || !isFlow(flow, parent)) {
            return false;
        }
        warnOfDifferences(flow, settings, parent);
        return true;
    }

    private static boolean isFlow(String bean, BeanFactory beans) {
        return beans.containsBean(bean) && beans.isTypeMatch(bean, Flow.class);
    }

    private static void warnOfDifferences(String flow, FlowSettings settings, BeanFactory parent) {
        ConcorProperties inherited =
                parent.getBeanProvider(ConcorProperties.class).getIfAvailable();
        List<String> differences = settings.differences(
                inherited == null ? FlowSettings.EMPTY : inherited.flows().getOrDefault(flow, FlowSettings.EMPTY));
        if (!differences.isEmpty()) {
            log.warn(
                    "Flow '{}' is that of the parent context: {} of the child context is ignored, although it differs in {}. Configure the flow in the parent context, give it another name in the child context, or define a Manager bean there, which makes all flows of the child its own",
                    flow,
                    PropertyPath.flow(flow).property(),
                    String.join(", ", differences));
        }
    }

    /** Returns the keys of a map that mean flows which are built in Java. */
    private Set<String> others(Map<String, ?> map) {
        return map.keySet().stream().filter(key -> !flows.containsKey(key)).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Checks the keys that mean flows which are built in Java.
     *
     * @throws io.concor.autoconfigure.properties.CollidingKeysException if a key means several of them
     */
    void requireDistinct(KnownNames all) {
        autopilots.forEach(key -> all.requireOne(PropertyPath.of("flows"), key));
        activePresets.forEach(key -> all.requireOne(PropertyPath.of("presets.active"), key));
    }

    private void register(String flow, BeanDefinitionRegistry registry) {
        if (registry.isBeanNameInUse(flow)) {
            throw new FlowConfigurationException(
                    PropertyPath.flow(flow), FlowProblem.duplicateBeanName(definedIn(flow, registry)));
        }
        RootBeanDefinition definition = new RootBeanDefinition(Flow.class);
        definition.setFactoryBeanName(FACTORY);
        definition.setFactoryMethodName("create");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, flow);
        // of the configuration at run time: generated code does not contain the flows of the build
        definition.setAttribute(BeanRegistrationAotProcessor.IGNORE_REGISTRATION_ATTRIBUTE, true);
        definition.setResourceDescription(
                Sentence.of("property '%s'", PropertyPath.flow(flow).property()));
        registry.registerBeanDefinition(flow, definition);
    }

    static String definedIn(String name, BeanDefinitionRegistry registry) {
        String resource = registry.containsBeanDefinition(name)
                ? registry.getBeanDefinition(name).getResourceDescription()
                : null;
        return resource == null ? "the application" : resource;
    }

    /** Sets the types of the flows: all bean definitions of tasks exist now. */
    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        TaskBeans beans = new TaskBeans(beanFactory);
        flows.forEach((flow, settings) ->
                setType((RootBeanDefinition) beanFactory.getBeanDefinition(flow), components(flow, settings), beans));
        // earlier look-ups have cached definitions without these types; bean overrides of tests look them up next
        beanFactory.clearMetadataCache();
    }

    private static List<PropertyPath> components(String flow, FlowSettings settings) {
        PropertyPath place = PropertyPath.flow(flow);
        return IntStream.range(0, settings.tasks().size())
                .mapToObj(i -> place.component(i, settings.tasks().get(i)))
                .toList();
    }

    /**
     * Sets the raw type if the types are unknown, or if those that are declared do not fit but those of the instances
     * may. Flows of known types take precedence over such a flow where one is injected.
     *
     * @throws FlowConfigurationException if the types do not fit, whatever the instances are
     */
    private static void setType(RootBeanDefinition flow, List<PropertyPath> components, TaskBeans beans) {
        TypeChain chain = beans.declaredTypes(components);
        if (chain.known() && chain.fits()) {
            flow.setTargetType(ResolvableType.forClassWithGenerics(Flow.class, chain.input(), chain.output()));
        } else {
            flow.setTargetType(Flow.class);
            flow.setDescription(beans.declarations(components));
        }
    }

    /** Returns where the components of a configured flow run. */
    Placement placement(String flow) {
        return flows.getOrDefault(flow, FlowSettings.EMPTY).placement(nodes);
    }

    /** Returns the components of the flows, without those flows whose definition another post-processor replaced. */
    Map<String, List<PropertyPath>> components(ConfigurableListableBeanFactory beanFactory) {
        Map<String, List<PropertyPath>> components = new LinkedHashMap<>();
        flows.forEach((flow, settings) -> {
            if (isConfigured(flow, beanFactory)) {
                components.put(flow, components(flow, settings));
            }
        });
        return components;
    }

    /** Whether a bean is a configured flow. */
    static boolean isConfigured(String bean, ConfigurableListableBeanFactory beanFactory) {
        BeanDefinition definition = new DeclaredBeanTypes(beanFactory).definition(bean);
        return definition != null && FACTORY.equals(definition.getFactoryBeanName());
    }
}

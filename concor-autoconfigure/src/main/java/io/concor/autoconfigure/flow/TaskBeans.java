package io.concor.autoconfigure.flow;

import io.concor.Component;
import io.concor.Task;
import io.concor.TaskKind;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.text.Sentence;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanCurrentlyInCreationException;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.core.ResolvableType;

/** Looks up task beans. */
final class TaskBeans {

    private final ConfigurableListableBeanFactory beans;

    TaskBeans(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /**
     * Returns the task of a component.
     *
     * @throws FlowConfigurationException if the bean is missing or not a task
     */
    Task task(PropertyPath place) {
        return task(place, bean(place, requireBean(place)));
    }

    /**
     * Returns a component that does not run in this process, without creating its bean, which need not exist.
     *
     * @param otherwise the kind of a task whose bean does not tell it; null if that is not known
     */
    Component elsewhere(PropertyPath place, @Nullable TaskKind otherwise) {
        String component = requireName(place);
        Class<?> type = exists(place) ? beans.getType(Objects.requireNonNull(place.bean()), false) : null;
        TaskKind kind = type == null ? null : TaskKind.ofClass(type);
        return Component.elsewhere(component, kind == null ? otherwise : kind);
    }

    /** Whether there is a bean of the name that the component asks for. */
    boolean exists(PropertyPath place) {
        return place.bean() != null && beans.containsBean(place.bean());
    }

    private static String requireName(PropertyPath place) {
        String name = place.bean();
        if (name == null || name.isBlank()) {
            throw new FlowConfigurationException(place, FlowProblem.missingTaskName());
        }
        return Objects.requireNonNull(place.component());
    }

    private String requireBean(PropertyPath place) {
        requireName(place);
        String name = Objects.requireNonNull(place.bean());
        if (!beans.containsBean(name)) {
            throw new FlowConfigurationException(place.at("task"), FlowProblem.missingBean(name, names()));
        }
        return name;
    }

    /**
     * Checks that the bean of a component exists and may be a task, without creating it.
     *
     * @throws FlowConfigurationException if the bean is missing or certainly not a task
     */
    void requireTask(PropertyPath place) {
        String name = requireBean(place);
        Class<?> type = beans.getType(name, false);
        if (type != null && (FlowBeanRegistrar.isConfigured(name, beans) || isCertainlyNoTask(name, type))) {
            throw new FlowConfigurationException(place.at("task"), FlowProblem.notATask(type.getName()));
        }
    }

    private boolean isCertainlyNoTask(String name, Class<?> type) {
        return cannotBeTask(type) && (Modifier.isFinal(type.getModifiers()) || !mayBeOfSubclass(name));
    }

    /** Whether something other than a constructor creates the bean: a subclass of its declared type may be a task. */
    private boolean mayBeOfSubclass(String name) {
        return beans.isFactoryBean(name)
                || !beans.containsSingleton(name) && isProduced(new DeclaredBeanTypes(beans).definition(name));
    }

    private static boolean isProduced(@Nullable BeanDefinition bean) {
        return bean == null
                || bean.getFactoryMethodName() != null
                || bean instanceof AbstractBeanDefinition detailed && detailed.getInstanceSupplier() != null;
    }

    /** Describes how the beans are declared that hide the types of a flow. */
    String declarations(List<PropertyPath> places) {
        return places.stream()
                .filter(place -> !declaredTypes(place).complete())
                .filter(place -> place.bean() != null && beans.containsBean(place.bean()))
                .map(this::declaration)
                .collect(Collectors.joining(", "));
    }

    /** Describes how the bean of a component is declared. */
    String declaration(PropertyPath place) {
        String bean = Objects.requireNonNull(place.bean());
        return Sentence.of("bean '%s' is declared as %s", bean, new DeclaredBeanTypes(beans).of(bean));
    }

    /** A bean that is not a task typically depends on the flow: reports the bean rather than the cycle. */
    private Object bean(PropertyPath place, String name) {
        try {
            return beans.getBean(name);
        } catch (BeanCreationException failed) {
            Class<?> type = beans.getType(name, false);
            if (failed.contains(BeanCurrentlyInCreationException.class) && type != null && cannotBeTask(type)) {
                throw new FlowConfigurationException(place.at("task"), FlowProblem.notATask(type.getName()), failed);
            }
            throw failed;
        }
    }

    /** A bean that is declared as an interface or as {@link Object} may be a task. */
    private static boolean cannotBeTask(Class<?> type) {
        return !Task.class.isAssignableFrom(type) && !type.isInterface() && type != Object.class;
    }

    private static Task task(PropertyPath place, Object bean) {
        if (!(bean instanceof Task task)) {
            String type = AopUtils.getTargetClass(bean).getName();
            throw new FlowConfigurationException(place.at("task"), FlowProblem.notATask(type));
        }
        return task;
    }

    private List<String> names() {
        return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, Task.class, true, false))
                .sorted()
                .toList();
    }

    /**
     * Returns the declared types of the components of a flow.
     *
     * @throws FlowConfigurationException if all are known and do not fit
     */
    TypeChain declaredTypes(List<PropertyPath> components) {
        TypeChain chain =
                new TypeChain(components.stream().map(this::declaredTypes).toList());
        if (chain.complete()) {
            chain.requireFitting(components); // or a bean that injects the flow would only miss a flow of its types
        }
        return chain;
    }

    /** Returns the types that the bean definition declares, which a lambda needs; unknown if there is no bean. */
    MessageTypes declaredTypes(PropertyPath place) {
        return place.bean() == null || !beans.containsBean(place.bean())
                ? MessageTypes.of(ResolvableType.NONE)
                : MessageTypes.of(new DeclaredBeanTypes(beans).of(place.bean()));
    }

    /** Returns the types that the bean definition declares, completed by those of the class of the task. */
    MessageTypes types(PropertyPath place, Task task) {
        return declaredTypes(place).or(MessageTypes.of(ResolvableType.forClass(AopUtils.getTargetClass(task))));
    }
}

package io.concor.autoconfigure.flow;

import io.concor.Task;
import io.concor.autoconfigure.properties.PropertyPath;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanCurrentlyInCreationException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
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
        String name = place.bean();
        if (name == null || name.isBlank()) {
            throw new FlowConfigurationException(place, new FlowProblem.MissingTaskName());
        }
        if (!beans.containsBean(name)) {
            throw new FlowConfigurationException(place.at("task"), new FlowProblem.MissingBean(name, names()));
        }
        return task(place, bean(place, name));
    }

    /** A bean that is not a task typically depends on the flow: reports the bean rather than the cycle. */
    private Object bean(PropertyPath place, String name) {
        try {
            return beans.getBean(name);
        } catch (BeanCreationException failed) {
            Class<?> type = beans.getType(name, false);
            if (failed.contains(BeanCurrentlyInCreationException.class) && type != null && cannotBeTask(type)) {
                throw new FlowConfigurationException(
                        place.at("task"), new FlowProblem.NotATask(type.getName()), failed);
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
            throw new FlowConfigurationException(place.at("task"), new FlowProblem.NotATask(type));
        }
        return task;
    }

    private List<String> names() {
        return Stream.of(beans.getBeanNamesForType(Task.class, true, false))
                .sorted()
                .toList();
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

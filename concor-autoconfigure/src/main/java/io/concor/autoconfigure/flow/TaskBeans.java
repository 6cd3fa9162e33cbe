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

/** The beans of the task types. */
final class TaskBeans {

    private final ConfigurableListableBeanFactory beans;

    TaskBeans(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /**
     * The task that the place asks for.
     *
     * @throws FlowConfigurationException when there is none, or the bean is no task
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

    /** A bean that is no task mostly needs the flow itself: that is told rather than the circle which it makes. */
    private Object bean(PropertyPath place, String name) {
        try {
            return beans.getBean(name);
        } catch (BeanCreationException failed) {
            Class<?> type = beans.getType(name, false);
            if (failed.contains(BeanCurrentlyInCreationException.class) && type != null && noTask(type)) {
                throw new FlowConfigurationException(
                        place.at("task"), new FlowProblem.NotATask(type.getName()), failed);
            }
            throw failed;
        }
    }

    /** What is declared as an interface or as any object may be a task all the same. */
    private static boolean noTask(Class<?> type) {
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

    /** The types that the bean's definition declares, for a lambda says nothing of its own; unknown without a bean. */
    MessageTypes declaredTypes(PropertyPath place) {
        return place.bean() == null || !beans.containsBean(place.bean())
                ? MessageTypes.of(ResolvableType.NONE)
                : MessageTypes.of(new DeclaredBeanTypes(beans).of(place.bean()));
    }

    /** The types that the bean's definition declares or, where it leaves them open, those of the task's class. */
    MessageTypes types(PropertyPath place, Task task) {
        return declaredTypes(place).or(MessageTypes.of(ResolvableType.forClass(AopUtils.getTargetClass(task))));
    }
}

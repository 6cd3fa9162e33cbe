package io.concor.autoconfigure;

import io.concor.Task;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.aop.support.AopUtils;
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
    Task task(Place place) {
        String name = place.bean();
        if (name == null || name.isBlank()) {
            throw new FlowConfigurationException(place, new FlowProblem.Nameless());
        }
        if (!beans.containsBean(name)) {
            throw new FlowConfigurationException(place.at("task"), new FlowProblem.MissingBean(name, names()));
        }
        return task(place, beans.getBean(name));
    }

    private static Task task(Place place, Object bean) {
        if (!(bean instanceof Task task)) {
            String type = AopUtils.getTargetClass(bean).getName();
            throw new FlowConfigurationException(place.at("task"), new FlowProblem.NoTask(type));
        }
        return task;
    }

    private List<String> names() {
        return Stream.of(beans.getBeanNamesForType(Task.class, true, false))
                .sorted()
                .toList();
    }

    /** The types that the bean's definition declares, for a lambda says nothing of its own; unknown without a bean. */
    MessageTypes declaredTypes(Place place) {
        return place.bean() == null || !beans.containsBean(place.bean())
                ? MessageTypes.of(ResolvableType.NONE)
                : MessageTypes.of(new DeclaredTypes(beans).of(place.bean()));
    }

    /** The types that the bean's definition declares or, where it leaves them open, those of the task's class. */
    MessageTypes types(Place place, Task task) {
        return declaredTypes(place).or(MessageTypes.of(ResolvableType.forClass(AopUtils.getTargetClass(task))));
    }
}

package io.concor.autoconfigure;

import io.concor.CatchTask;
import io.concor.Kind;
import io.concor.SideEffectTask;
import io.concor.SimpleTask;
import io.concor.SingleThreadedTask;
import io.concor.SynchronizedRemoteTask;
import io.concor.Task;
import io.concor.TransitionTask;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;

/** The beans of the task types. */
final class TaskBeans {

    private static final Map<Class<?>, Kind> KINDS = kinds();

    private final ConfigurableListableBeanFactory beans;

    TaskBeans(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    private static Map<Class<?>, Kind> kinds() {
        Map<Class<?>, Kind> kinds = new LinkedHashMap<>();
        kinds.put(SimpleTask.class, Kind.SIMPLE);
        kinds.put(SingleThreadedTask.class, Kind.SINGLE_THREADED);
        kinds.put(SynchronizedRemoteTask.class, Kind.SYNCHRONIZED_REMOTE);
        kinds.put(TransitionTask.class, Kind.TRANSITION);
        kinds.put(SideEffectTask.class, Kind.SIDE_EFFECT);
        kinds.put(CatchTask.class, Kind.CATCH);
        return kinds;
    }

    /**
     * The task that the place asks for.
     *
     * @throws FlowConfigurationException when there is none, or the bean is not exactly one task
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
        String type = AopUtils.getTargetClass(bean).getName();
        if (!(bean instanceof Task task)) {
            throw new FlowConfigurationException(place.at("task"), new FlowProblem.NoTask(type));
        }
        List<Kind> kinds = kinds(task);
        if (kinds.size() > 1) {
            throw new FlowConfigurationException(place.at("task"), new FlowProblem.AmbiguousKind(type, kinds));
        }
        return task;
    }

    private static List<Kind> kinds(Task task) {
        return KINDS.entrySet().stream()
                .filter(kind -> kind.getKey().isInstance(task))
                .map(Map.Entry::getValue)
                .toList();
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
                : MessageTypes.of(declaredType(place.bean()));
    }

    private ResolvableType declaredType(String bean) {
        Class<?> type = beans.getType(bean, false); // makes the definition find its factory method
        return beans.containsBeanDefinition(bean)
                ? beans.getMergedBeanDefinition(bean).getResolvableType()
                : ResolvableType.forClass(type);
    }

    /** The types that the bean's definition declares or, where it leaves them open, those of the task's class. */
    MessageTypes types(Place place, Task task) {
        return declaredTypes(place).or(MessageTypes.of(ResolvableType.forClass(AopUtils.getTargetClass(task))));
    }
}

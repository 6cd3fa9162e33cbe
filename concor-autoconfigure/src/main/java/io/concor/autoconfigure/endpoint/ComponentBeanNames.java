package io.concor.autoconfigure.endpoint;

import io.concor.Component;
import io.concor.Task;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.SingletonBeanRegistry;

/** Tells which bean the task of a component is, also in a flow that was built in Java, which does not know. Thread-safe. */
final class ComponentBeanNames {

    private final SingletonBeanRegistry beans;

    ComponentBeanNames(SingletonBeanRegistry beans) {
        this.beans = beans;
    }

    /** The name of the bean, or null where the task is none. */
    @Nullable
    String name(Component component) {
        return component.bean() == null ? name(component.task()) : component.bean();
    }

    /** Looks at the beans that have been made: one that stands in a flow has. */
    private @Nullable String name(Task task) {
        return Stream.of(beans.getSingletonNames())
                .filter(name -> beans.getSingleton(name) == task)
                .findFirst()
                .orElse(null);
    }
}

package io.concor.autoconfigure.endpoint.flow;

import io.concor.Component;
import io.concor.Task;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.SingletonBeanRegistry;

/** Finds the names of task beans, also for flows that were built in Java and do not know them. Thread-safe. */
final class ComponentBeanNames {

    private final SingletonBeanRegistry beans;

    ComponentBeanNames(SingletonBeanRegistry beans) {
        this.beans = beans;
    }

    /** Returns the name of the bean, or null if the task is not a bean. */
    @Nullable
    String name(Component component) {
        return component.bean() == null ? name(component.task()) : component.bean();
    }

    /** Searches the existing singletons: the task of a flow has been created. */
    private @Nullable String name(Task task) {
        return Stream.of(beans.getSingletonNames())
                .filter(name -> beans.getSingleton(name) == task)
                .findFirst()
                .orElse(null);
    }
}

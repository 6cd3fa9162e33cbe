package io.concor.test;

import io.concor.Component;
import io.concor.statistics.EventObserver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Observes the calls of the tasks of a flow. Thread-safe. */
final class ComponentObserver implements EventObserver, EventObserver.EventObservation {

    private final List<ComponentEvents> components;

    ComponentObserver(List<Component> components) {
        this.components = components.stream()
                .map(component -> new ComponentEvents(component.name()))
                .toList();
    }

    List<ComponentEvents> components() {
        return components;
    }

    @Override
    public EventObservation enter() {
        return this;
    }

    @Override
    public void taskStarted(int component) {
        components.get(component).started();
    }

    @Override
    public void taskStopped(int component, @Nullable Throwable error) {
        components.get(component).stopped(error);
    }
}

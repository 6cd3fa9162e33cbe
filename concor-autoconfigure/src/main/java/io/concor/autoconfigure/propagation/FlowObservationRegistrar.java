package io.concor.autoconfigure.propagation;

import io.concor.manage.Manager;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Registers an observer for each flow, after the flows were registered with the manager. */
final class FlowObservationRegistrar implements SmartInitializingSingleton {

    private final Manager manager;
    private final ObservationRegistry registry;

    FlowObservationRegistrar(Manager manager, ObservationRegistry registry) {
        this.manager = manager;
        this.registry = registry;
    }

    @Override
    public void afterSingletonsInstantiated() {
        manager.names().forEach(flow -> manager.observe(flow, new FlowObserver(registry, manager.topology(flow))));
    }
}

package io.concor.autoconfigure.propagation;

import io.concor.autoconfigure.ContextFlows;
import io.concor.manage.Manager;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Registers an observer for each flow of this context, after the flows were registered with the manager. */
final class FlowObservationRegistrar implements SmartInitializingSingleton {

    private final Manager manager;
    private final ContextFlows flows;
    private final ObservationRegistry registry;

    FlowObservationRegistrar(Manager manager, ContextFlows flows, ObservationRegistry registry) {
        this.manager = manager;
        this.flows = flows;
        this.registry = registry;
    }

    @Override
    public void afterSingletonsInstantiated() {
        flows.names().stream()
                .map(manager::flow)
                .forEach(flow -> flow.observe(new FlowObserver(registry, flow.topology())));
    }
}

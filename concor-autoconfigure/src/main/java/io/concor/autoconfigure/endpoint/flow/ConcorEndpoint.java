package io.concor.autoconfigure.endpoint.flow;

import io.concor.autoconfigure.endpoint.AllFlows;
import io.concor.autoconfigure.endpoint.ResponseFormat;
import io.concor.manage.ManagedFlow;
import io.concor.manage.Manager;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Returns the flows and their topology. Thread-safe. */
@Endpoint(id = "concor", defaultAccess = Access.READ_ONLY)
public final class ConcorEndpoint {

    private final Manager manager;
    private final ComponentBeanNames beans;

    ConcorEndpoint(Manager manager, ComponentBeanNames beans) {
        this.manager = manager;
        this.beans = beans;
    }

    /** Returns an overview of all flows. */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public AllFlows<FlowOverview> flows() {
        return new AllFlows<>(manager.summaries().stream().map(FlowOverview::of).toList(), FlowOverview.TABLE::format);
    }

    /**
     * Returns the topology of a flow: its components, slots and stages.
     *
     * @param flow the name of the flow
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public TopologyDescriptor topology(@Selector String flow) {
        ManagedFlow managed = manager.flow(flow);
        return TopologyDescriptor.of(managed.topology(), managed.instances(), beans);
    }
}

package io.concor.autoconfigure.endpoint;

import io.concor.manage.Manager;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Shows flows and how they are served. Thread-safe. */
@Endpoint(id = "concor", defaultAccess = Access.READ_ONLY)
public final class ConcorEndpoint {

    private final Manager manager;
    private final ComponentBeanNames beans;

    ConcorEndpoint(Manager manager, ComponentBeanNames beans) {
        this.manager = manager;
        this.beans = beans;
    }

    /** Every flow at a glance. */
    @ReadOperation
    public FlowsDescriptor flows() {
        return new FlowsDescriptor(manager.summaries().stream()
                .map(FlowsDescriptor.FlowOverview::of)
                .toList());
    }

    /**
     * A flow's components and how they are served.
     *
     * @param flow the flow's name
     */
    @ReadOperation
    public TopologyDescriptor topology(@Selector String flow) {
        return TopologyDescriptor.of(manager.topology(flow), beans);
    }
}

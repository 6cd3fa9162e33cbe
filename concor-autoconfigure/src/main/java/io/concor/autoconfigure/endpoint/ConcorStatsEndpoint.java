package io.concor.autoconfigure.endpoint;

import io.concor.manage.Manager;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Shows where time goes. Thread-safe. */
@Endpoint(id = "concorstats", defaultAccess = Access.READ_ONLY)
public final class ConcorStatsEndpoint {

    private final Manager manager;

    ConcorStatsEndpoint(Manager manager) {
        this.manager = manager;
    }

    /** Where time goes in each flow. */
    @ReadOperation
    public StatisticsDescriptor.AllStatistics all() {
        return new StatisticsDescriptor.AllStatistics(
                manager.names().stream().map(this::statistics).toList());
    }

    /**
     * Where time goes in a flow.
     *
     * @param flow the flow's name
     */
    @ReadOperation
    public StatisticsDescriptor statistics(@Selector String flow) {
        return StatisticsDescriptor.of(manager.statistics(flow));
    }
}

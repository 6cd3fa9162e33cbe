package io.concor.autoconfigure.endpoint;

import io.concor.manage.Manager;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Returns the statistics of flows. Thread-safe. */
@Endpoint(id = "concorstats", defaultAccess = Access.READ_ONLY)
public final class ConcorStatsEndpoint {

    private final Manager manager;

    ConcorStatsEndpoint(Manager manager) {
        this.manager = manager;
    }

    /** Returns the statistics of all flows. */
    @ReadOperation
    public StatisticsDescriptor.AllStatistics all() {
        return new StatisticsDescriptor.AllStatistics(
                manager.names().stream().map(this::statistics).toList());
    }

    /**
     * Returns the statistics of a flow.
     *
     * @param flow the name of the flow
     */
    @ReadOperation
    public StatisticsDescriptor statistics(@Selector String flow) {
        return StatisticsDescriptor.of(manager.statistics(flow));
    }
}

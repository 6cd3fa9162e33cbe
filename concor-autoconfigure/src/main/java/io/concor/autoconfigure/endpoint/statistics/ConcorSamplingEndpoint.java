package io.concor.autoconfigure.endpoint.statistics;

import io.concor.Sampling;
import io.concor.autoconfigure.endpoint.AllFlows;
import io.concor.autoconfigure.endpoint.ResponseFormat;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.manage.Manager;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Returns and changes the sampling of flows. Thread-safe. */
@Endpoint(id = "concorsampling", defaultAccess = Access.READ_ONLY)
public final class ConcorSamplingEndpoint {

    private final Manager manager;

    ConcorSamplingEndpoint(Manager manager) {
        this.manager = manager;
    }

    /** Returns the sampling of all flows. */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public AllFlows<SamplingDescriptor> all() {
        return new AllFlows<>(
                manager.flows()
                        .map(flow -> SamplingDescriptor.of(flow.name(), flow.sampling()))
                        .toList(),
                SamplingDescriptor.TABLE::format);
    }

    /**
     * Returns the sampling of a flow.
     *
     * @param flow the name of the flow
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public SamplingDescriptor sampling(@Selector String flow) {
        return SamplingDescriptor.of(flow, manager.flow(flow).sampling());
    }

    /**
     * Changes the sampling of a flow. Missing settings stay unchanged.
     *
     * @param flow the name of the flow
     * @param enabled whether events are sampled
     * @param burst the number of events that are sampled in each interval
     * @param interval the length of an interval in events
     */
    @WriteOperation(producesFrom = ResponseFormat.class)
    public SamplingDescriptor change(
            @Selector String flow, @Nullable String enabled, @Nullable String burst, @Nullable String interval) {
        Sampling changed = manager.flow(flow)
                .sampling(present -> new Sampling(
                        enabled == null ? present.enabled() : SettingFormat.trueOrFalse("enabled", enabled),
                        burst == null ? present.burst() : SettingFormat.wholeNumber("burst", burst),
                        interval == null ? present.interval() : SettingFormat.wholeNumber("interval", interval)));
        return SamplingDescriptor.of(flow, changed);
    }
}

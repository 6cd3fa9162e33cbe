package io.concor.autoconfigure.endpoint;

import io.concor.Sampling;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.manage.Manager;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Shows and says how many events are measured. Thread-safe. */
@Endpoint(id = "concorsampling", defaultAccess = Access.READ_ONLY)
public final class ConcorSamplingEndpoint {

    private final Manager manager;

    ConcorSamplingEndpoint(Manager manager) {
        this.manager = manager;
    }

    /** How many events of each flow are measured. */
    @ReadOperation
    public SamplingDescriptor.AllSampling all() {
        return new SamplingDescriptor.AllSampling(
                manager.names().stream().map(this::sampling).toList());
    }

    /**
     * How many events of a flow are measured.
     *
     * @param flow the flow's name
     */
    @ReadOperation
    public SamplingDescriptor sampling(@Selector String flow) {
        return SamplingDescriptor.of(flow, manager.sampling(flow));
    }

    /**
     * Says how many events of a flow are measured from now on; what is left out stays.
     *
     * @param flow the flow's name
     * @param enabled whether any are measured
     * @param burst how many of each interval, in events
     * @param interval the length of an interval, in events
     */
    @WriteOperation
    public SamplingDescriptor change(
            @Selector String flow, @Nullable String enabled, @Nullable String burst, @Nullable String interval) {
        Sampling changed = manager.sampling(
                flow,
                present -> new Sampling(
                        enabled == null ? present.enabled() : SettingFormat.trueOrFalse("enabled", enabled),
                        burst == null ? present.burst() : SettingFormat.wholeNumber("burst", burst),
                        interval == null ? present.interval() : SettingFormat.wholeNumber("interval", interval)));
        return SamplingDescriptor.of(flow, changed);
    }
}

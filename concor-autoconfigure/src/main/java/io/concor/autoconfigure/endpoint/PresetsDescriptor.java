package io.concor.autoconfigure.endpoint;

import io.concor.Manager;
import io.concor.Topology;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The presets of a flow.
 *
 * @param flow the flow's name
 * @param activePreset the preset applied or saved last, left out where there is none
 * @param drifted whether the layout differs from the active preset
 * @param presets the names of the presets, sorted
 */
public record PresetsDescriptor(String flow, @Nullable String activePreset, boolean drifted, List<String> presets)
        implements OperationResponseBody {

    /**
     * The same of every flow.
     *
     * @param flows the flows, sorted by name
     */
    public record All(List<PresetsDescriptor> flows) implements OperationResponseBody {}

    static PresetsDescriptor of(String flow, Manager manager) {
        Topology topology = manager.topology(flow);
        return new PresetsDescriptor(flow, topology.activePreset(), topology.drifted(), manager.presets(flow));
    }
}

package io.concor.autoconfigure.endpoint;

import io.concor.layout.Topology;
import io.concor.manage.Manager;
import io.concor.preset.PresetStoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The presets of a flow.
 *
 * @param flow the flow's name
 * @param activePreset the preset applied or saved last, left out where there is none
 * @param drifted whether the layout differs from the active preset
 * @param presets the names of the presets, sorted; none where they cannot be read
 * @param error why they cannot be read, among those of every flow; left out where they can
 */
public record PresetsDescriptor(
        String flow,
        @Nullable String activePreset,
        boolean drifted,
        List<String> presets,
        @Nullable String error) implements OperationResponseBody {

    /**
     * The same of every flow.
     *
     * @param flows the flows, sorted by name
     */
    public record AllPresets(List<PresetsDescriptor> flows) implements OperationResponseBody {}

    static PresetsDescriptor of(String flow, Manager manager) {
        return of(manager.topology(flow), manager.presets(flow), null);
    }

    /** Where its presets cannot be read, those of the other flows shall be shown all the same. */
    static PresetsDescriptor amongAll(String flow, Manager manager) {
        try {
            return of(flow, manager);
        } catch (PresetStoreException failed) {
            ErrorResponses.warn(failed);
            return of(manager.topology(flow), List.of(), failed.getMessage());
        }
    }

    private static PresetsDescriptor of(Topology topology, List<String> presets, @Nullable String error) {
        return new PresetsDescriptor(topology.flow(), topology.activePreset(), topology.drifted(), presets, error);
    }
}

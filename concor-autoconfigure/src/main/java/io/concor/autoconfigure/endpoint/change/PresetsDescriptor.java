package io.concor.autoconfigure.endpoint.change;

import io.concor.autoconfigure.endpoint.ErrorResponses;
import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.layout.Topology;
import io.concor.manage.ManagedFlow;
import io.concor.preset.PresetStoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The presets of a flow.
 *
 * @param flow the name of the flow
 * @param activePreset the preset that was applied or saved last, absent if there is none
 * @param drifted whether the layout differs from the active preset
 * @param presets the sorted names of the presets; empty if they cannot be read
 * @param error why the presets cannot be read; absent if they can, and in the response for a single flow
 */
public record PresetsDescriptor(
        String flow,
        @Nullable String activePreset,
        boolean drifted,
        List<String> presets,
        @Nullable String error) implements OperationResponseBody, PlainText {

    static final TextTable<PresetsDescriptor> TABLE = TextTable.<PresetsDescriptor>create()
            .text("flow", PresetsDescriptor::flow)
            .text("active preset", PresetsDescriptor::activePreset)
            .text("drifted", presets -> presets.drifted() ? "yes" : "no")
            .text("presets", PresetsDescriptor::listed);

    private @Nullable String listed() {
        return presets.isEmpty() ? error : String.join(", ", presets);
    }

    @Override
    public String plainText() {
        return TABLE.format(List.of(this));
    }

    static PresetsDescriptor of(ManagedFlow flow) {
        return of(flow.topology(), flow.presets().names(), null);
    }

    /** Describes the presets of one of all flows: a failure to read them must not hide those of the other flows. */
    static PresetsDescriptor amongAll(ManagedFlow flow) {
        try {
            return of(flow);
        } catch (PresetStoreException failed) {
            ErrorResponses.warn(failed);
            return of(flow.topology(), List.of(), failed.getMessage());
        }
    }

    private static PresetsDescriptor of(Topology topology, List<String> presets, @Nullable String error) {
        return new PresetsDescriptor(topology.flow(), topology.activePreset(), topology.drifted(), presets, error);
    }
}

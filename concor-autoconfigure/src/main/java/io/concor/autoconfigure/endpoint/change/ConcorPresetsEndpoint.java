package io.concor.autoconfigure.endpoint.change;

import io.concor.autoconfigure.endpoint.AllFlows;
import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.ResponseFormat;
import io.concor.manage.ChangeRequest;
import io.concor.manage.FlowPresets;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.concor.preset.Preset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Returns, saves, applies and deletes presets. Thread-safe. */
@Endpoint(id = "concorpresets", defaultAccess = Access.READ_ONLY)
public final class ConcorPresetsEndpoint {

    private static final String APPLY = "apply";

    private final Manager manager;
    private final CallerContext caller;

    ConcorPresetsEndpoint(Manager manager, CallerContext caller) {
        this.manager = manager;
        this.caller = caller;
    }

    /** Returns the presets of all flows. */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public AllFlows<PresetsDescriptor> all() {
        return new AllFlows<>(
                manager.flows().map(PresetsDescriptor::amongAll).toList(), PresetsDescriptor.TABLE::format);
    }

    /**
     * Returns the presets of a flow.
     *
     * @param flow the name of the flow
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public PresetsDescriptor presets(@Selector String flow) {
        return PresetsDescriptor.of(manager.flow(flow));
    }

    /**
     * Returns a preset.
     *
     * @param flow the name of the flow
     * @param preset the name of the preset
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public PresetDescriptor preset(@Selector String flow, @Selector String preset) {
        FlowPresets presets = manager.flow(flow).presets();
        return PresetDescriptor.of(presets.find(preset), null, presets.versions(preset));
    }

    /**
     * Saves the current layout of a flow as a preset and replaces a preset of that name.
     *
     * @param flow the name of the flow
     * @param preset the name of the preset
     * @param reason the reason for the history
     */
    @WriteOperation(producesFrom = ResponseFormat.class)
    public PresetDescriptor save(@Selector String flow, @Selector String preset, @Nullable String reason) {
        Preset.Saved saved = manager.flow(flow).presets().save(preset, ChangeOptions.checked(reason), caller.origin());
        return PresetDescriptor.of(saved.preset(), saved.replaced(), null);
    }

    /**
     * Applies a preset to its flow, all slots in one change.
     *
     * @param flow the name of the flow
     * @param preset the name of the preset
     * @param action {@code apply}
     * @param expectedVersion the version that the layout must have
     * @param dryRun whether to check the change without applying it
     * @param reason the reason for the history
     * @param revertAfter the time after which the change is reverted unless it is confirmed
     */
    @WriteOperation(producesFrom = ResponseFormat.class)
    public ChangeDescriptor apply(
            @Selector String flow,
            @Selector String preset,
            @Selector String action,
            @Nullable String expectedVersion,
            @Nullable String dryRun,
            @Nullable String reason,
            @Nullable String revertAfter) {
        if (!APPLY.equals(action)) {
            throw new UnknownNameException("action", action, List.of(APPLY));
        }
        ChangeRequest options = new ChangeOptions(expectedVersion, dryRun, reason, revertAfter)
                .on(ChangeRequest.options(flow).by(caller.origin()));
        return ChangeDescriptor.ofPreset(preset, manager.flow(flow).presets().apply(preset, options));
    }

    /**
     * Deletes a preset.
     *
     * @param flow the name of the flow
     * @param preset the name of the preset
     * @param reason the reason for the history
     */
    @DeleteOperation(producesFrom = ResponseFormat.class)
    public void delete(@Selector String flow, @Selector String preset, @Nullable String reason) {
        manager.flow(flow).presets().delete(preset, ChangeOptions.checked(reason), caller.origin());
    }
}

package io.concor.autoconfigure.endpoint;

import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.concor.preset.SavedPreset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Shows, saves, applies and deletes presets. Thread-safe. */
@Endpoint(id = "concorpresets", defaultAccess = Access.READ_ONLY)
public final class ConcorPresetsEndpoint {

    private static final String APPLY = "apply";

    private final Manager manager;
    private final CallerContext caller;

    ConcorPresetsEndpoint(Manager manager, CallerContext caller) {
        this.manager = manager;
        this.caller = caller;
    }

    /** The presets of every flow. */
    @ReadOperation
    public PresetsDescriptor.AllPresets all() {
        return new PresetsDescriptor.AllPresets(manager.names().stream()
                .map(flow -> PresetsDescriptor.amongAll(flow, manager))
                .toList());
    }

    /**
     * The presets of a flow.
     *
     * @param flow the flow's name
     */
    @ReadOperation
    public PresetsDescriptor presets(@Selector String flow) {
        return PresetsDescriptor.of(flow, manager);
    }

    /**
     * A preset.
     *
     * @param flow the flow's name
     * @param preset the preset's name
     */
    @ReadOperation
    public PresetDescriptor preset(@Selector String flow, @Selector String preset) {
        return PresetDescriptor.of(manager.preset(flow, preset)).versions(manager.presetVersions(flow, preset));
    }

    /**
     * Saves the present layout of a flow.
     *
     * @param flow the flow's name
     * @param preset the preset's name; one of that name is replaced
     * @param reason why
     */
    @WriteOperation
    public PresetDescriptor save(@Selector String flow, @Selector String preset, @Nullable String reason) {
        SavedPreset saved = manager.savePreset(flow, preset, ChangeOptions.checked(reason), caller.origin());
        return PresetDescriptor.of(saved.preset()).replaced(saved.replaced());
    }

    /**
     * Makes a preset the layout of its flow, all slots in one change.
     *
     * @param flow the flow's name
     * @param preset the preset's name
     * @param action {@code apply}
     * @param expectedVersion the version that the layout must have
     * @param dryRun whether to check only
     * @param reason why
     * @param revertAfter after which time the layout from before comes back unless the change is confirmed
     */
    @WriteOperation
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
        return ChangeDescriptor.ofPreset(preset, manager.applyPreset(flow, preset, options));
    }

    /**
     * Deletes a preset.
     *
     * @param flow the flow's name
     * @param preset the preset's name
     * @param reason why
     */
    @DeleteOperation
    public void delete(@Selector String flow, @Selector String preset, @Nullable String reason) {
        manager.deletePreset(flow, preset, ChangeOptions.checked(reason), caller.origin());
    }
}

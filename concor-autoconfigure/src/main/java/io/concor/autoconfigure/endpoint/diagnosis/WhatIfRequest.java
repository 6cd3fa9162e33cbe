package io.concor.autoconfigure.endpoint.diagnosis;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.autoconfigure.endpoint.RequestedSlot;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.diagnosis.Goal;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ChangeResult;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.manage.FlowPresets;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a prediction assumes: other settings of a slot or a preset, and a rate. Without any of them, the present layout.
 *
 * @param slot the name of the slot
 * @param settings the settings of the slot
 * @param preset the name of the preset
 * @param rate the rate, as text
 */
record WhatIfRequest(
        @Nullable String slot,
        RequestedSlot settings,
        @Nullable String preset,
        @Nullable String rate) {

    private static final String RATES = Goal.RATES + " events per second";
    /** A prediction is possible during a trial, too. */
    private static final Duration AS_IF_ON_TRIAL = Duration.ofMinutes(1);

    /**
     * Returns the slots that would change. Checks them like a change, by a dry run, which leaves no trace in the history.
     *
     * @throws InvalidSettingException if settings are unreadable, missing or ambiguous
     */
    Map<String, Optional<JoinSettings>> slots(String flow, Manager manager) {
        ChangeRequest options = ChangeRequest.options(flow).dryRun(true).revertAfter(AS_IF_ON_TRIAL);
        if (preset != null) {
            FlowPresets presets = manager.flow(flow).presets();
            requireNoSlot();
            return changed(presets.apply(preset, options));
        }
        if (slot != null) {
            TaskKind kind = manager.flow(flow).component(slot).kind();
            return changed(manager.changeSlot(options, slot, settings.change(kind)));
        }
        requireNoSettings(manager, flow);
        return Map.of();
    }

    private void requireNoSlot() {
        if (slot != null || !settings.isEmpty()) {
            throw new InvalidSettingException(
                    "preset", "it is present together with settings of a slot", "either a preset or a slot");
        }
    }

    private void requireNoSettings(Manager manager, String flow) {
        List<String> slots =
                manager.flow(flow).slots().stream().map(state -> state.name()).toList();
        if (!settings.isEmpty()) {
            throw new InvalidSettingException("slot", "it is missing", String.join(", ", slots));
        }
    }

    private static Map<String, Optional<JoinSettings>> changed(ChangeResult result) {
        Map<String, Optional<JoinSettings>> slots = new LinkedHashMap<>();
        for (SlotChange change : result.slots()) {
            slots.put(change.slot(), Optional.ofNullable(change.after()));
        }
        return slots;
    }

    /**
     * Reads the rate; empty for the present one.
     *
     * @throws InvalidSettingException if it is no number, or out of bounds
     */
    OptionalDouble ratePerSecond() {
        if (rate == null) {
            return OptionalDouble.empty();
        }
        double perSecond = SettingFormat.number("rate", rate, RATES);
        if (!Goal.isRate(perSecond)) {
            throw InvalidSettingException.outOfBounds("rate", rate, RATES);
        }
        return OptionalDouble.of(perSecond);
    }
}

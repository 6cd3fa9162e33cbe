package io.concor.manage;

import io.concor.InvalidSettingException;
import io.concor.NameRules;
import io.concor.engine.StagedFlow;
import io.concor.layout.Layout;
import io.concor.manage.ChangeListener.PresetChange;
import io.concor.manage.ChangeListener.PresetChange.Outcome;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The presets of one flow, which share a store with those of others. Methods that name a preset throw an
 * {@link UnknownNameException} if it does not exist, and all that access the store throw a {@link PresetStoreException}
 * if it fails. Thread-safe.
 */
public final class FlowPresets {

    private final StagedFlow<?, ?> flow;
    private final PresetStore store;
    private final ChangeCoordinator changes;
    private final ActivePreset active;
    private final ChangePublisher publisher;
    private final ChangeClock clock;

    FlowPresets(
            StagedFlow<?, ?> flow,
            PresetStore store,
            ChangeCoordinator changes,
            ActivePreset active,
            ChangePublisher publisher,
            ChangeClock clock) {
        this.flow = flow;
        this.store = store;
        this.changes = changes;
        this.active = active;
        this.publisher = publisher;
        this.clock = clock;
    }

    /** Returns the names of the presets, sorted. */
    public List<String> names() {
        return store.names(flow.name());
    }

    /** Returns a preset. */
    public Preset find(String preset) {
        long before = active.latestDeletion();
        Preset found = store.find(flow.name(), checked(preset)).orElseThrow(() -> unknown(preset));
        active.exists(preset, before);
        return found;
    }

    /** Returns an earlier version of a preset; see {@link #versions}. */
    public Preset find(String preset, long number) {
        return store.find(flow.name(), checked(preset), number).orElseThrow(() -> unknown(preset, number));
    }

    /** Returns the versions of a preset that the store keeps, newest first; empty if there is no such preset. */
    public List<Preset.Version> versions(String preset) {
        return store.versions(flow.name(), checked(preset));
    }

    /** Returns the preset that was saved or applied last, as it was then. */
    public Optional<Preset> active() {
        return Optional.ofNullable(activation()).map(ActivePreset.Activation::preset);
    }

    ActivePreset.@Nullable Activation activation() {
        return active.get();
    }

    /** {@linkplain #save(String, String, ChangeOrigin) Saves a preset} on behalf of the application. */
    public Preset.Saved save(String preset, @Nullable String reason) {
        return save(preset, reason, ChangeOrigin.JAVA);
    }

    /**
     * Saves the present layout as a preset, which becomes the active one. Replaces a preset of the same name.
     *
     * @param reason why, or null
     * @throws InvalidSettingException if the name is not allowed, is {@link Preset#NONE}, or differs from another one only in
     *     case
     */
    public Preset.Saved save(String preset, @Nullable String reason, ChangeOrigin origin) {
        Layout layout = flow.reader().layout();
        Set<String> slots = flow.definition().indices().keySet();
        Preset present = new Preset(flow.name(), preset, layout.slots(), slots, Set.of(), Instant.now(), reason);
        long before = active.latestDeletion();
        boolean replaced;
        try {
            replaced = store(present);
        } catch (PresetStoreException failed) {
            publish(preset, Outcome.NOT_SAVED, reason, origin, failed);
            throw failed;
        }
        active.exists(preset, before);
        active.activate(ActivePreset.Activation.ofSaved(present, layout.version()));
        publish(preset, Outcome.SAVED, reason, origin, null);
        return new Preset.Saved(present, replaced);
    }

    /**
     * {@linkplain Manager#change Changes} the layout to a stored preset, which becomes the active one.
     *
     * @param options the options of the change; flow and slots are ignored
     */
    public ChangeResult apply(String preset, ChangeRequest options) {
        return apply(find(preset), options);
    }

    /**
     * {@linkplain #apply(String, ChangeRequest) Applies} a preset that was read before.
     *
     * @throws IllegalArgumentException if it is a preset of another flow
     */
    public ChangeResult apply(Preset preset, ChangeRequest options) {
        return changes.apply(preset, preset, options);
    }

    /**
     * {@linkplain #apply(Preset, ChangeRequest) Applies} a preset without the slots that the flow does not have. If there
     * are any, the layout counts as drifted.
     */
    public ChangeResult applyKnownSlots(Preset preset, ChangeRequest options) {
        return changes.apply(preset, preset.within(flow.definition().indices().keySet()), options);
    }

    /** {@linkplain #delete(String, String, ChangeOrigin) Deletes a preset} on behalf of the application. */
    public void delete(String preset) {
        delete(preset, null, ChangeOrigin.JAVA);
    }

    /**
     * Deletes a preset. The layout stays as it is.
     *
     * @param reason why, or null
     */
    public void delete(String preset, @Nullable String reason, ChangeOrigin origin) {
        try {
            if (!store.delete(flow.name(), checked(preset))) {
                throw unknown(preset);
            }
        } catch (PresetStoreException failed) {
            publish(preset, Outcome.NOT_DELETED, reason, origin, failed);
            throw failed;
        }
        active.deleted(preset);
        publish(preset, Outcome.DELETED, reason, origin, null);
    }

    private static String checked(String preset) {
        return NameRules.checked("preset", preset);
    }

    private UnknownNameException unknown(String preset) {
        return new UnknownNameException("preset", preset, names());
    }

    private UnknownNameException unknown(String preset, long version) {
        List<String> known = versions(preset).stream()
                .map(kept -> Long.toString(kept.number()))
                .toList();
        return known.isEmpty() ? unknown(preset) : new UnknownNameException("version", Long.toString(version), known);
    }

    /**
     * Saves a preset. Does not lock for a name that exists, because a store may take long.
     *
     * @return whether it replaced a preset
     */
    private boolean store(Preset preset) {
        requireOtherThanNone(preset.name());
        return names().contains(preset.name()) ? store.save(preset) : storeNew(preset);
    }

    private static void requireOtherThanNone(String name) {
        if (name.equalsIgnoreCase(Preset.NONE)) {
            String reason = "'" + name + "' means no preset where the active preset of a flow is configured";
            throw new InvalidSettingException("preset", reason, "another name");
        }
    }

    /** Synchronized, so that of two new names that differ only in case the later one is refused. */
    private synchronized boolean storeNew(Preset preset) {
        NameRules.requireUsualForm("preset", preset.name());
        NameRules.requireDistinct("preset", preset.name(), names());
        return store.save(preset);
    }

    private void publish(
            String preset,
            Outcome outcome,
            @Nullable String reason,
            ChangeOrigin origin,
            @Nullable PresetStoreException failed) {
        String error = failed == null ? null : String.valueOf(failed.getMessage());
        publisher.publish(new PresetChange(flow.name(), preset, outcome, clock.now(), origin, reason, error), failed);
    }
}

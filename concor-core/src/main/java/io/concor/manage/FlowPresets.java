package io.concor.manage;

import io.concor.InvalidSettingException;
import io.concor.NameRules;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.Layout;
import io.concor.manage.ChangeListener.PresetChange;
import io.concor.manage.ChangeListener.PresetChange.Outcome;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The presets of one flow in a store. Thread-safe. */
final class FlowPresets {

    private final FlowDefinition flow;
    private final PresetStore store;
    private final ChangePublisher publisher;
    private final ChangeClock clock;
    private final DeletedPresets deleted = new DeletedPresets();
    private final ActivePreset active = new ActivePreset(deleted);

    FlowPresets(FlowDefinition flow, PresetStore store, ChangePublisher publisher, ChangeClock clock) {
        this.flow = flow;
        this.store = store;
        this.publisher = publisher;
        this.clock = clock;
    }

    ActivePreset active() {
        return active;
    }

    List<String> names() {
        return store.names(flow.name());
    }

    Preset find(String preset) {
        long before = deleted.latest();
        Preset found = store.find(flow.name(), checked(preset)).orElseThrow(() -> unknown(preset));
        deleted.removeUnlessAfter(before, preset);
        return found;
    }

    Preset find(String preset, long version) {
        return store.find(flow.name(), checked(preset), version).orElseThrow(() -> unknown(preset, version));
    }

    List<Preset.Version> versions(String preset) {
        return store.versions(flow.name(), checked(preset));
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

    Preset.Saved save(String name, Layout layout, @Nullable String reason, ChangeOrigin origin) {
        Set<String> slots = flow.indices().keySet();
        Preset preset = new Preset(flow.name(), name, layout.slots(), slots, Set.of(), Instant.now(), reason);
        long before = deleted.latest();
        boolean replaced;
        try {
            replaced = store(preset);
        } catch (PresetStoreException failed) {
            publish(name, Outcome.NOT_SAVED, reason, origin, failed);
            throw failed;
        }
        deleted.removeUnlessAfter(before, name);
        active.activate(ActivePreset.Activation.ofSaved(preset, layout.version()));
        publish(name, Outcome.SAVED, reason, origin, null);
        return new Preset.Saved(preset, replaced);
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
            throw new InvalidSettingException(
                    "preset",
                    String.format(
                            Locale.ROOT, "'%s' means no preset where the active preset of a flow is configured", name),
                    "another name");
        }
    }

    /** Synchronized, so that of two new names that differ only in case the later one is refused. */
    private synchronized boolean storeNew(Preset preset) {
        NameRules.requireUsualForm("preset", preset.name());
        NameRules.requireDistinct("preset", preset.name(), names());
        return store.save(preset);
    }

    void delete(String preset, @Nullable String reason, ChangeOrigin origin) {
        try {
            if (!store.delete(flow.name(), checked(preset))) {
                throw unknown(preset);
            }
        } catch (PresetStoreException failed) {
            publish(preset, Outcome.NOT_DELETED, reason, origin, failed);
            throw failed;
        }
        deleted.add(preset);
        active.deactivate(preset);
        publish(preset, Outcome.DELETED, reason, origin, null);
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

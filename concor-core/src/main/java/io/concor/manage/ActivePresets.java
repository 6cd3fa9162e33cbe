package io.concor.manage;

import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.NameRules;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.LayoutRules;
import io.concor.engine.definition.LayoutRules.InitialSlot;
import io.concor.layout.Layout;
import io.concor.manage.ChangeListener.PresetChange;
import io.concor.manage.ChangeListener.PresetChange.Outcome;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The presets of a store, and which of them is the active one of each flow. Thread-safe. */
final class ActivePresets {

    private final PresetStore store;
    private final ChangePublisher news;
    private final ChangeClock clock;
    private final Map<String, Active> active = new ConcurrentHashMap<>();
    private final DeletedPresets deleted = new DeletedPresets();

    ActivePresets(PresetStore store, ChangePublisher news, ChangeClock clock) {
        this.store = store;
        this.news = news;
        this.clock = clock;
    }

    /**
     * A preset, and the layout that it asks for.
     *
     * @param version the version of the layout that was saved, made of it, or came back with it
     * @param saved whether it was saved rather than applied
     */
    record Active(FlowDefinition flow, Preset preset, Map<String, JoinSettings> slots, long version, boolean saved) {

        boolean isLeftBy(Layout layout) {
            return !slots.equals(layout.slots());
        }

        /** Whether a layout that comes back from before leaves it the active one. */
        private boolean outlasts(@Nullable Active earlier) {
            return saved || (earlier != null && earlier.preset.name().equals(preset.name()));
        }

        private Active at(long later) {
            return new Active(flow, preset, slots, later, saved);
        }

        /**
         * Of two changes at once the later one may be told first. Versions of another flow of that name say nothing.
         */
        private Active orLater(Active present) {
            return present.flow == flow && present.version > version ? present : this;
        }
    }

    List<String> names(String flow) {
        return store.names(flow);
    }

    Preset find(String flow, String preset) {
        long before = deleted.last();
        Preset found = store.find(flow, NameRules.checked("preset", preset)).orElseThrow(() -> unknown(flow, preset));
        deleted.seen(flow, preset, before);
        return found;
    }

    Preset find(String flow, String preset, long number) {
        return store.find(flow, NameRules.checked("preset", preset), number)
                .orElseThrow(() -> unknown(flow, preset, number));
    }

    private UnknownNameException unknown(String flow, String preset, long number) {
        List<String> known = versions(flow, preset).stream()
                .map(version -> Long.toString(version.number()))
                .toList();
        return known.isEmpty()
                ? unknown(flow, preset)
                : new UnknownNameException("version", Long.toString(number), known);
    }

    List<Preset.Version> versions(String flow, String preset) {
        return store.versions(flow, NameRules.checked("preset", preset));
    }

    Preset.Saved save(FlowDefinition flow, Layout layout, String name, @Nullable String reason, ChangeOrigin by) {
        Set<String> all = flow.indices().keySet();
        Preset saved = new Preset(flow.name(), name, layout.slots(), all, Set.of(), Instant.now(), reason);
        PresetChange told = change(flow.name(), name, Outcome.SAVED, reason, by);
        long before = deleted.last();
        boolean replaced;
        try {
            replaced = keep(saved);
        } catch (PresetStoreException failed) {
            news.preset(told.failed(Outcome.NOT_SAVED, failed));
            throw failed;
        }
        deleted.seen(flow.name(), name, before);
        activate(new Active(flow, saved, saved.slots(), layout.version(), true));
        news.preset(told);
        return new Preset.Saved(saved, replaced);
    }

    /**
     * What has a name that is there is not held up by others, for which a store may take long.
     *
     * @return whether there was one of that name
     */
    private boolean keep(Preset preset) {
        if (!names(preset.flow()).contains(preset.name())) {
            return keepNew(preset);
        }
        store.save(preset);
        return true;
    }

    /** One after the other: of two new names that are alike, the later one is refused. */
    private synchronized boolean keepNew(Preset preset) {
        List<String> names = names(preset.flow());
        boolean there = names.contains(preset.name());
        if (!there) {
            names.stream().filter(preset.name()::equalsIgnoreCase).findFirst().ifPresent(other -> {
                throw alike(preset.name(), other);
            });
        }
        store.save(preset);
        return there;
    }

    private static InvalidSettingException alike(String name, String other) {
        return new InvalidSettingException(
                "preset",
                "'%s' differs from '%s' in capitals only, which not every file system and database tells apart"
                        .formatted(name, other),
                "'%s', or a name that differs in more".formatted(other));
    }

    void delete(String flow, String preset, @Nullable String reason, ChangeOrigin by) {
        PresetChange told = change(flow, NameRules.checked("preset", preset), Outcome.DELETED, reason, by);
        try {
            remove(flow, preset);
        } catch (PresetStoreException failed) {
            news.preset(told.failed(Outcome.NOT_DELETED, failed));
            throw failed;
        }
        news.preset(told);
    }

    private void remove(String flow, String preset) {
        if (!store.delete(flow, preset)) {
            throw unknown(flow, preset);
        }
        deleted.add(flow, preset);
        active.computeIfPresent(flow, (name, present) -> present.preset().name().equals(preset) ? null : present);
    }

    private PresetChange change(String flow, String preset, Outcome outcome, @Nullable String reason, ChangeOrigin by) {
        return new PresetChange(flow, preset, outcome, clock.now(), by, reason, null);
    }

    @Nullable
    Active active(String flow) {
        return active.get(flow);
    }

    /**
     * Makes a preset the active one; where it was deleted since it was read, none is.
     *
     * @param made the layout that was made of it; slots of the preset that are not there count as drifted
     * @param version the version of that layout
     */
    void activate(FlowDefinition flow, Preset applied, Map<String, JoinSettings> made, long version) {
        Map<String, JoinSettings> slots = new LinkedHashMap<>(applied.slots());
        slots.putAll(made);
        activate(new Active(flow, applied, slots, version, false));
    }

    /** A deletion is noted first and then clears what is active, so one at the same time is not missed. */
    private void activate(Active next) {
        active.compute(next.flow().name(), (name, present) -> {
            Active latest = present == null ? next : next.orLater(present);
            return latest == next && isDeleted(next) ? null : latest;
        });
    }

    private boolean isDeleted(Active preset) {
        return deleted.has(preset.flow().name(), preset.preset().name());
    }

    /**
     * With a layout that comes back comes the preset that was active then, or none, also where that was deleted since.
     * One that was saved since stays, for nobody takes that back; so does what was applied since under the same name,
     * for that is what is stored there.
     *
     * @param version the version of the layout that came back
     */
    void putBack(String flow, @Nullable Active earlier, long version) {
        active.compute(
                flow,
                (name, present) -> present != null && present.outlasts(earlier) ? present : restored(earlier, version));
    }

    private @Nullable Active restored(@Nullable Active earlier, long version) {
        return earlier == null || isDeleted(earlier) ? null : earlier.at(version);
    }

    /** Forgets the active presets of all other flows. */
    void retain(Set<String> flows) {
        active.keySet().retainAll(flows);
    }

    /**
     * The layout that a preset asks for; where it leaves a slot to the component's kind, that is decided here.
     *
     * @throws UnknownNameException when it leaves a slot to the kind of a component that is not there
     * @throws InvalidLayoutException when what it leaves to the kinds would break a rule
     */
    static Map<String, JoinSettings> layout(FlowDefinition flow, Preset preset) {
        if (preset.byKind().isEmpty()) {
            return preset.slots();
        }
        Map<String, Integer> known = flow.indices();
        preset.byKind().forEach(slot -> requireKnown(slot, known));
        Map<String, JoinSettings> slots = new LinkedHashMap<>(LayoutRules.start(flow, choices(flow, preset)));
        preset.slots().forEach(slots::putIfAbsent);
        return slots;
    }

    private static void requireKnown(String slot, Map<String, Integer> known) {
        if (!known.containsKey(slot)) {
            throw new UnknownNameException("slot", slot, List.copyOf(known.keySet()));
        }
    }

    private static List<InitialSlot> choices(FlowDefinition flow, Preset preset) {
        return flow.components().stream()
                .map(component -> choice(component.name(), preset))
                .toList();
    }

    private static InitialSlot choice(String slot, Preset preset) {
        JoinSettings filled = preset.slots().get(slot);
        InitialSlot unfilled = preset.byKind().contains(slot) ? InitialSlot.BY_KIND : InitialSlot.EMPTY;
        return filled == null ? unfilled : new InitialSlot.Filled(filled);
    }

    private UnknownNameException unknown(String flow, String preset) {
        return new UnknownNameException("preset", preset, names(flow));
    }
}

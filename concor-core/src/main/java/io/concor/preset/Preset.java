package io.concor.preset;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.NameRules;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A named, saved layout of a flow.
 *
 * @param slots the settings of the filled slots by name; other slots are empty
 * @param mentioned the names of all slots in the preset, in order, including those that it declares empty
 * @param byKind the names of the slots left to the kind of their component, as if not configured
 * @param reason why it was saved, or null
 */
public record Preset(
        String flow,
        String name,
        Map<String, JoinSettings> slots,
        Set<String> mentioned,
        Set<String> byKind,
        Instant savedAt,
        @Nullable String reason) {

    /**
     * Means no preset where a preset is named, in any case. {@link io.concor.manage.FlowPresets#save(String, String)
     * Saving} rejects it as a name.
     */
    public static final String NONE = "none";

    /**
     * Copies the collections and adds the filled slots and those by kind to the mentioned ones.
     *
     * @throws InvalidSettingException if a name is not allowed
     */
    public Preset {
        NameRules.checked("flow", flow);
        NameRules.checked("preset", name);
        slots = Collections.unmodifiableMap(new LinkedHashMap<>(slots));
        byKind = Collections.unmodifiableSet(new LinkedHashSet<>(byKind));
        Set<String> all = new LinkedHashSet<>(mentioned);
        all.addAll(slots.keySet());
        all.addAll(byKind);
        mentioned = Collections.unmodifiableSet(all);
    }

    /** Creates a preset that mentions only the slots it fills. */
    public Preset(String flow, String name, Map<String, JoinSettings> slots, Instant savedAt, @Nullable String reason) {
        this(flow, name, slots, Set.of(), Set.of(), savedAt, reason);
    }

    /** Returns this preset reduced to slots with the given names. */
    public Preset within(Set<String> known) {
        Map<String, JoinSettings> filled = new LinkedHashMap<>(slots);
        filled.keySet().retainAll(known);
        return new Preset(flow, name, filled, retain(mentioned, known), retain(byKind, known), savedAt, reason);
    }

    private static Set<String> retain(Set<String> slots, Set<String> known) {
        Set<String> retained = new LinkedHashSet<>(slots);
        retained.retainAll(known);
        return retained;
    }

    /** Returns whether both presets produce the same layout. */
    public boolean sameLayout(Preset other) {
        return slots.equals(other.slots) && byKind.equals(other.byKind);
    }

    /**
     * One save under a preset's name. Its content: {@link io.concor.manage.FlowPresets#find(String, long)}.
     *
     * @param number grows by one with each save, from 1
     * @param reason why it was saved, or null; a store may shorten it
     */
    public record Version(
            long number, Instant savedAt, @Nullable String reason) {}

    /**
     * The result of a save.
     *
     * @param replaced whether it replaced a preset of the same name. Of several calls that save a new name at the same
     *     time, this is false for the first only, across processes if the store is a database
     */
    public record Saved(Preset preset, boolean replaced) {}
}

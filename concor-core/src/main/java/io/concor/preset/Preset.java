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
 * @param flow the flow's name
 * @param name the preset's name
 * @param slots the settings of the filled slots by name; a slot that is not here is empty
 * @param mentioned the names of all slots that it speaks of, in order: those it fills, and those it says to be empty
 * @param byKind the names of those of which it says no more than that their component's kind decides, as in a
 *     configuration that says nothing of a slot
 * @param savedAt when it was saved
 * @param reason why, in the words of who saved it, or null
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
     * Checks the names and keeps copies that cannot be changed; what is filled or by kind is mentioned.
     *
     * @throws InvalidSettingException when a name is not allowed
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

    /**
     * A preset that speaks of the slots that it fills.
     *
     * @param flow the flow's name
     * @param name the preset's name
     * @param slots the settings of the filled slots by name
     * @param savedAt when it was saved
     * @param reason why, or null
     * @throws InvalidSettingException when a name is not allowed
     */
    public Preset(String flow, String name, Map<String, JoinSettings> slots, Instant savedAt, @Nullable String reason) {
        this(flow, name, slots, slots.keySet(), Set.of(), savedAt, reason);
    }

    /**
     * What it says of these slots.
     *
     * @param known the names of slots
     */
    public Preset within(Set<String> known) {
        return new Preset(flow, name, keep(slots, known), keep(mentioned, known), keep(byKind, known), savedAt, reason);
    }

    private static Map<String, JoinSettings> keep(Map<String, JoinSettings> slots, Set<String> known) {
        Map<String, JoinSettings> kept = new LinkedHashMap<>(slots);
        kept.keySet().retainAll(known);
        return kept;
    }

    private static Set<String> keep(Set<String> slots, Set<String> known) {
        Set<String> kept = new LinkedHashSet<>(slots);
        kept.retainAll(known);
        return kept;
    }

    /** Whether both make the same layout, whatever was said of when and why. */
    public boolean sameLayout(Preset other) {
        return slots.equals(other.slots) && byKind.equals(other.byKind);
    }

    /**
     * When and why something was saved under a preset's name. What was saved then is told by
     * {@link io.concor.manage.Manager#preset(String, String, long)}.
     *
     * @param number grows by one each time; 1 for the first
     * @param savedAt when it was saved
     * @param reason why, in the words of who saved it, or null; a store may shorten it
     */
    public record Version(
            long number, Instant savedAt, @Nullable String reason) {}

    /**
     * What was saved. A value.
     *
     * @param preset the preset
     * @param replaced whether it took the place of one of its name; of several that save a new name at once in one process,
     *     the first did not
     */
    public record Saved(Preset preset, boolean replaced) {}
}

package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.diagnosis.situation.Situation;
import io.concor.layout.Stages;
import io.concor.text.Sentence;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A change of a layout that may be tried.
 *
 * @param slots the changed slots by name; empty for no join
 */
record Candidate(Map<String, Optional<JoinSettings>> slots) {

    /** The present layout. */
    static final Candidate NOTHING = new Candidate(Map.of());

    /** Copies the map. */
    Candidate {
        slots = Collections.unmodifiableMap(new LinkedHashMap<>(slots));
    }

    static Candidate of(String slot, JoinSettings settings) {
        return new Candidate(Map.of(slot, Optional.of(settings)));
    }

    /** Returns the number of threads of all slots after the change. */
    int threads(Map<String, JoinSettings> present) {
        return after(present).values().stream().mapToInt(JoinSettings::threads).sum();
    }

    /** Returns the filled slots after the change. */
    Map<String, JoinSettings> after(Map<String, JoinSettings> present) {
        Map<String, JoinSettings> after = new LinkedHashMap<>(present);
        slots.forEach(
                (slot, settings) -> settings.ifPresentOrElse(join -> after.put(slot, join), () -> after.remove(slot)));
        return after;
    }

    /** Returns which threads run each component after the change. */
    Stages stages(Situation situation) {
        Map<String, JoinSettings> after = after(situation.flow().layout().slots());
        return Stages.of(
                situation.indices().mapToObj(i -> after.get(situation.name(i))).toList(), situation::isTransition);
    }

    /** Returns the slot from which on events may overtake each other after the change, although they could not before. */
    Optional<String> orderLostFrom(Situation situation) {
        return situation.stages().orderLostFrom(stages(situation)).stream()
                .mapToObj(situation::name)
                .findFirst();
    }

    /** Describes the change, such as {@code slot 'remote' from fixed (threads 1, …) to fixed (threads 2, …)}. */
    String describe(Map<String, JoinSettings> present) {
        return slots.entrySet().stream()
                .map(slot -> Sentence.of(
                        "slot '%s' from %s to %s",
                        slot.getKey(), text(Optional.ofNullable(present.get(slot.getKey()))), text(slot.getValue())))
                .collect(Collectors.joining(", "));
    }

    private static String text(Optional<JoinSettings> settings) {
        return settings.map(JoinSettings::toString).orElse("none");
    }
}

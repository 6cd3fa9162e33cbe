package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.diagnosis.situation.Situation;
import io.concor.layout.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Where events keep the order in which they entered: in the joins with one thread, up to the first one with several threads
 * or to a transition, whose continuations may be called in any order.
 */
final class EventOrder {

    private final Situation situation;

    EventOrder(Situation situation) {
        this.situation = situation;
    }

    /** Returns the slot from which on events may overtake each other after a change, although they could not before. */
    Optional<String> lostFrom(Candidate change) {
        Map<String, JoinSettings> changed =
                change.after(situation.flow().layout().slots());
        OptionalInt slot = situation.stages().orderLostFrom(stages(changed));
        return slot.isEmpty() ? Optional.empty() : Optional.of(situation.name(slot.getAsInt()));
    }

    private Stages stages(Map<String, JoinSettings> layout) {
        List<@Nullable JoinSettings> slots = new ArrayList<>();
        situation.indices().forEach(i -> slots.add(layout.get(situation.name(i))));
        return Stages.of(slots, situation::isTransition);
    }
}

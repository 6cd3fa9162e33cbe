package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.diagnosis.rule.Situation;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
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
        Map<String, JoinSettings> present = situation.flow().layout().slots();
        Map<String, JoinSettings> changed = change.after(present);
        Set<Integer> ordered = ordered(present);
        return IntStream.range(0, situation.components())
                .filter(ordered::contains)
                .mapToObj(component -> serving(changed, component))
                .flatMap(Optional::stream)
                .filter(slot -> threads(changed.get(slot)) > 1)
                .findFirst();
    }

    /** Components that threads of callers run are left out: several callers have no order. */
    private Set<Integer> ordered(Map<String, JoinSettings> layout) {
        Set<Integer> ordered = new HashSet<>();
        for (int component = 0; component < situation.components(); component++) {
            int threads = serving(layout, component)
                    .map(slot -> threads(layout.get(slot)))
                    .orElse(0);
            if (threads > 1) {
                return ordered;
            }
            if (threads == 1) {
                ordered.add(component);
            }
            if (situation.isTransition(component)) {
                return ordered;
            }
        }
        return ordered;
    }

    private Optional<String> serving(Map<String, JoinSettings> layout, int component) {
        return IntStream.iterate(component, i -> i >= 0, i -> i - 1)
                .mapToObj(situation::name)
                .filter(layout::containsKey)
                .findFirst();
    }

    /** A keyed pool of one thread takes turns between keys, as several threads would. */
    private static int threads(@Nullable JoinSettings join) {
        if (join == null) {
            return 0;
        }
        return join.keepsOrderByKey() ? Math.max(2, join.threads()) : join.threads();
    }
}

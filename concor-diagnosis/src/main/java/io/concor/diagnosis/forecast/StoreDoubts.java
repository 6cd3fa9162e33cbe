package io.concor.diagnosis.forecast;

import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StoreLoad;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what a forecast does not know of the stores in which events wait: the simulation has none. */
record StoreDoubts(Situation situation) {

    /** Returns what is not known of the present stores. */
    List<String> ofPresent() {
        String stored = situation
                .filled()
                .filter(slot -> StoreLoad.isStored(situation, slot))
                .mapToObj(slot -> "'" + situation.name(slot) + "'")
                .collect(Collectors.joining(", "));
        return stored.isEmpty()
                ? List.of()
                : List.of(Sentence.of(
                        "What the store costs an event of %s is only known with the present settings and rate. The wait in the store is part of no latency.",
                        stored));
    }

    /** Returns what is not known of slots whose events would wait elsewhere. */
    List<String> ofChange(Map<String, Optional<JoinSettings>> slots) {
        return situation
                .indices()
                .boxed()
                .flatMap(slot -> Stream.ofNullable(slots.get(situation.name(slot)))
                        .map(StoreDoubts::queue)
                        .filter(wanted -> wanted != queue(Optional.ofNullable(situation.settings(slot))))
                        .map(wanted -> doubt(slot, wanted)))
                .toList();
    }

    private static QueueKind queue(Optional<JoinSettings> settings) {
        return settings.map(JoinSettings::queue).orElse(QueueKind.MEMORY);
    }

    private String doubt(int slot, QueueKind wanted) {
        return Sentence.of(
                wanted == QueueKind.MEMORY
                        ? "The prediction takes an event of '%s' to cost as much in memory as in the store now: how much less it is, is not known."
                        : "What a store costs an event of '%s' is not known, and not part of the prediction: at least one commit to write it and one to end it, both shared with others that come at the same time.",
                SafeText.shown(situation.name(slot)));
    }
}

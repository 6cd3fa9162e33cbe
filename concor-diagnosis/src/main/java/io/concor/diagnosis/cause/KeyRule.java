package io.concor.diagnosis.cause;

import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StageLoad;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import java.util.stream.Stream;

/** Events wait at a keyed component although threads are free: those of equal keys wait for each other. */
final class KeyRule implements CauseRule {

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        return bottleneck.stage(situation).filter(StageLoad::waitsForKeys).map(KeyRule::hotKey).stream();
    }

    private static Finding hotKey(StageLoad stage) {
        double share = stage.hottestLane().orElse(0);
        return Finding.of(
                Cause.HOT_KEY,
                stage.slot(),
                Confidence.HOT_KEY,
                Sentence.of(
                        "Events wait in slot '%s' although its %d threads are busy for only %.0f %% of the time: those of equal keys wait for each other. The most frequent key has %.0f %% of the events.",
                        stage.situation().name(stage.slot()), stage.threads(), 100 * stage.busy(), 100 * share),
                stage.standing(),
                stage.situation().evidence("slot.lane.hottest", share, 0, "share"));
    }
}

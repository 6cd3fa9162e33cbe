package io.concor.diagnosis.cause;

import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StageLoad;
import java.util.Comparator;
import java.util.List;

/** All rules. */
public final class CauseRules {

    private static final List<CauseRule> RULES = List.of(
            new HostRule(),
            new ConnectionRule(),
            new ThreadLookRule(),
            new StageRule(),
            new QueueStoreRule(),
            new BurstRule(),
            new ServiceTimeRule(),
            new ErrorRule(),
            new AdmissionRule());

    private CauseRules() {}

    /** Returns the causes that the signals support, the likeliest first. */
    public static List<Finding> check(Situation situation) {
        Bottleneck bottleneck = situation.bottleneck();
        return RULES.stream()
                .flatMap(rule -> rule.check(situation, bottleneck))
                .filter(finding -> finding.confidence() >= Confidence.LEAST)
                .sorted(Comparator.comparingDouble(Finding::confidence).reversed())
                .toList();
    }

    /**
     * Returns the filled slot whose threads a closer look would help to understand: they are busy without computing.
     * -1 for none.
     */
    public static int slotToLookAt(Situation situation) {
        return situation
                .bottleneck()
                .stage(situation)
                .filter(stage -> !stage.isComputing())
                .map(StageLoad::slot)
                .orElse(-1);
    }
}

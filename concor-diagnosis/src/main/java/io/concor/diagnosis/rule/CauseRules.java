package io.concor.diagnosis.rule;

import java.util.Comparator;
import java.util.List;

/** All rules. */
public final class CauseRules {

    private static final double LEAST_CONFIDENCE = 0.15;

    private static final List<CauseRule> RULES = List.of(
            new HostRule(),
            new ConnectionRule(),
            new LockRule(),
            new PinningRule(),
            new KeyRule(),
            new StageRule(),
            new BurstRule(),
            new ServiceTimeRule(),
            new ErrorRule(),
            new TimeoutRule(),
            new AdmissionRule());

    private CauseRules() {}

    /** Returns the causes that the signals support, the likeliest first. */
    public static List<Finding> check(Situation situation) {
        Bottleneck bottleneck = Bottleneck.locate(situation);
        return RULES.stream()
                .flatMap(rule -> rule.check(situation, bottleneck))
                .filter(finding -> finding.confidence() >= LEAST_CONFIDENCE)
                .sorted(Comparator.comparingDouble(Finding::confidence).reversed())
                .toList();
    }

    /**
     * Returns the filled slot whose threads a closer look would help to understand: they are busy without computing.
     * -1 for none.
     */
    public static int slotToLookAt(Situation situation) {
        Bottleneck bottleneck = Bottleneck.locate(situation);
        return bottleneck.slot() >= 0
                        && bottleneck.place() == Bottleneck.Place.STAGE
                        && !StageRule.areComputing(situation, bottleneck.slot())
                ? bottleneck.slot()
                : -1;
    }
}

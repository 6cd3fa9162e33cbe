package io.concor.experiments.laboratory;

import io.concor.diagnosis.verdict.Verdict;
import io.concor.experiments.laboratory.Plant.Expected;
import io.concor.experiments.laboratory.Plant.Match;
import java.util.List;

/** What a verdict is expected to name, under a load. */
interface Expectation {

    String name();

    /** Returns the causes; none for a healthy run. */
    List<Expected> expected();

    /** Returns how many of the causes a verdict must name. */
    Match match();

    /**
     * Returns for a plant the number of events per second that the cause allows, for a healthy run that of the load.
     */
    double rate();

    default boolean isHealthy() {
        return expected().isEmpty();
    }

    /** Whether a verdict is right. */
    default boolean isNamedBy(Verdict verdict) {
        boolean first = expected().stream().anyMatch(wanted -> wanted.names(verdict.cause(), verdict.component()));
        return first && (match() == Match.ANY || expected().stream().allMatch(wanted -> wanted.isIn(verdict)));
    }
}

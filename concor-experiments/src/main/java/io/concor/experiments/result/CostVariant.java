package io.concor.experiments.result;

import io.concor.experiments.testbed.SampleVariant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The applications whose costs are compared. The twin runs twice: its deviation from itself is the noise. */
public enum CostVariant {
    TWIN("without framework", SampleVariant.PLAIN),
    TWIN_AGAIN("the same again", SampleVariant.PLAIN),
    OFF(SampleVariant.OFF.title(), SampleVariant.OFF),
    SAMPLED(SampleVariant.SAMPLED.title(), SampleVariant.SAMPLED);

    private final String title;
    private final SampleVariant sample;

    CostVariant(String title, SampleVariant sample) {
        this.title = title;
        this.sample = sample;
    }

    /** Returns all variants, rotated by one in each turn, so that none is always before another. */
    public static List<CostVariant> turns(int turn) {
        List<CostVariant> turns = new ArrayList<>(List.of(values()));
        Collections.rotate(turns, -turn);
        return turns;
    }

    /** Returns the name in tables. */
    public String title() {
        return title;
    }

    /** Returns the variant of the application. */
    public SampleVariant sample() {
        return sample;
    }
}

package io.concor.experiments.result;

import io.concor.experiments.testbed.SampleApplication;
import io.concor.experiments.testbed.SampleVariant;
import java.util.Arrays;
import java.util.List;

/** The cases of experiment 1, with the results of the thesis in requests per second. */
public enum Case {
    /** mo-flow with a planted bottleneck: a new database connection for each message. */
    ONE(SampleApplication.MO_FLOW, true, 0.5, "5-1", new int[][] {{400, 390, 390}, {390, 390, 380}, {390, 390, 390}}),
    /** Like case 1, but the ramp starts closer to the breaking point. */
    TWO(SampleApplication.MO_FLOW, true, 0.75, "5-2", new int[][] {{450, 450, 450}, {440, 460, 460}, {450, 450, 450}}),
    THREE(SampleApplication.MO_FLOW, false, 0.7, "5-4", new int[][] {
        {1650, 1650, 1640}, {1650, 1650, 1640}, {1660, 1640, 1640}
    }),
    FOUR(SampleApplication.USSD, false, 0.7, "5-5", new int[][] {
        {2130, 2120, 2090}, {2110, 2110, 2070}, {2120, 2120, 2090}
    }),
    FIVE(SampleApplication.MONEY_TRACKER, false, 0.7, "5-6", new int[][] {
        {2130, 2100, 2090}, {2120, 2110, 2090}, {2130, 2100, 2080}
    });

    private static final int THESIS_STEP = 10;
    private static final int SLOW_SEARCH_STEP = 25;
    private static final int SEARCH_STEP = 100;

    private final SampleApplication sample;
    private final boolean unpooled;
    private final double startShare;
    private final String table;
    private final int[][] thesis;

    Case(SampleApplication sample, boolean unpooled, double startShare, String table, int[][] thesis) {
        this.sample = sample;
        this.unpooled = unpooled;
        this.startShare = startShare;
        this.table = table;
        this.thesis = thesis;
    }

    /** Returns the case with this number in the thesis, from 1. */
    public static Case number(int number) {
        return values()[number - 1];
    }

    public int number() {
        return ordinal() + 1;
    }

    public SampleApplication sample() {
        return sample;
    }

    public boolean onDatabase() {
        return sample != SampleApplication.USSD;
    }

    /** Returns whether the case has a planted bottleneck, which the statistics should reveal. */
    public boolean planted() {
        return unpooled;
    }

    public List<String> profiles() {
        return unpooled ? List.of("unpooled") : List.of();
    }

    /** Returns the first rate of attempts, as a share of the breaking point of the search. */
    public double startShare() {
        return startShare;
    }

    /** Returns the step of the search for the breaking point. */
    public int searchStep() {
        return unpooled ? SLOW_SEARCH_STEP : SEARCH_STEP;
    }

    /** Returns the number of the table in the thesis. */
    public String table() {
        return table;
    }

    /** Returns the breaking points of a variant in the thesis. */
    public List<Double> thesis(SampleVariant variant) {
        return Arrays.stream(thesis)
                .map(attempt -> (double) attempt[variant.ordinal()])
                .toList();
    }

    /** Returns the step of the ramps in the thesis, in requests per second. */
    public int thesisStep() {
        return THESIS_STEP;
    }
}

package io.concor.experiments.result;

import io.concor.experiments.testbed.SampleApplication;
import io.concor.experiments.testbed.SampleVariant;
import java.util.Arrays;
import java.util.List;

/** The cases of experiment 1, with what the thesis measured in requests per second. */
public enum Case {
    /** The bottleneck is planted: a connection to the database for each message. */
    ONE(SampleApplication.MO_FLOW, true, 0.5, "5-1", new int[][] {{400, 390, 390}, {390, 390, 380}, {390, 390, 390}}),
    /** As the first, but it starts nearer to the breaking point. */
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

    /** By its number in the thesis, from 1. */
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

    /** Whether the statistics are to find a bottleneck. */
    public boolean planted() {
        return unpooled;
    }

    public List<String> profiles() {
        return unpooled ? List.of("unpooled") : List.of();
    }

    /** Where attempts start, as a share of the breaking point that was found in a hurry. */
    public double startShare() {
        return startShare;
    }

    /** Step of the hurried search. */
    public int searchStep() {
        return unpooled ? SLOW_SEARCH_STEP : SEARCH_STEP;
    }

    /** The table of the thesis. */
    public String table() {
        return table;
    }

    /** The thesis's attempts. */
    public List<Double> thesis(SampleVariant variant) {
        return Arrays.stream(thesis)
                .map(attempt -> (double) attempt[variant.ordinal()])
                .toList();
    }

    /** In requests per second. */
    public int thesisStep() {
        return THESIS_STEP;
    }
}

package io.concor.experiments;

import java.util.Arrays;
import java.util.List;

/** The cases of experiment 1, with what the thesis measured in requests per second. */
enum Case {
    /** The bottleneck is planted: a connection to the database for each message. */
    ONE(Sample.MO_FLOW, true, 0.5, "5-1", new int[][] {{400, 390, 390}, {390, 390, 380}, {390, 390, 390}}),
    /** As the first, but it starts nearer to the breaking point. */
    TWO(Sample.MO_FLOW, true, 0.75, "5-2", new int[][] {{450, 450, 450}, {440, 460, 460}, {450, 450, 450}}),
    THREE(Sample.MO_FLOW, false, 0.7, "5-4", new int[][] {{1650, 1650, 1640}, {1650, 1650, 1640}, {1660, 1640, 1640}}),
    FOUR(Sample.USSD, false, 0.7, "5-5", new int[][] {{2130, 2120, 2090}, {2110, 2110, 2070}, {2120, 2120, 2090}}),
    FIVE(Sample.MONEY_TRACKER, false, 0.7, "5-6", new int[][] {
        {2130, 2100, 2090}, {2120, 2110, 2090}, {2130, 2100, 2080}
    });

    private static final int THESIS_STEP = 10;
    private static final int SLOW_SEARCH_STEP = 25;
    private static final int SEARCH_STEP = 100;

    private final Sample sample;
    private final boolean unpooled;
    private final double startShare;
    private final String table;
    private final int[][] thesis;

    Case(Sample sample, boolean unpooled, double startShare, String table, int[][] thesis) {
        this.sample = sample;
        this.unpooled = unpooled;
        this.startShare = startShare;
        this.table = table;
        this.thesis = thesis;
    }

    /** By its number in the thesis, from 1. */
    static Case number(int number) {
        return values()[number - 1];
    }

    int number() {
        return ordinal() + 1;
    }

    Sample sample() {
        return sample;
    }

    boolean onDatabase() {
        return sample != Sample.USSD;
    }

    /** Whether the statistics are to find a bottleneck. */
    boolean planted() {
        return unpooled;
    }

    List<String> profiles() {
        return unpooled ? List.of("unpooled") : List.of();
    }

    /** Where attempts start, as a share of the breaking point that was found in a hurry. */
    double startShare() {
        return startShare;
    }

    /** Step of the hurried search. */
    int searchStep() {
        return unpooled ? SLOW_SEARCH_STEP : SEARCH_STEP;
    }

    /** The table of the thesis. */
    String table() {
        return table;
    }

    /** The thesis's attempts. */
    List<Double> thesis(SampleVariant variant) {
        return Arrays.stream(thesis)
                .map(attempt -> (double) attempt[variant.ordinal()])
                .toList();
    }

    /** In requests per second. */
    int thesisStep() {
        return THESIS_STEP;
    }
}

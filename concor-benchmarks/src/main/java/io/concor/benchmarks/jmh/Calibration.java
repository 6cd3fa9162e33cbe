package io.concor.benchmarks.jmh;

import org.openjdk.jmh.infra.Blackhole;

/** How much of {@link Blackhole#consumeCPU} a microsecond takes on this machine. */
final class Calibration {

    private static final int TOKENS = 2_000;
    private static final int ROUNDS = 5_000;

    private Calibration() {}

    /** As many tokens as take so long, by the best of several measurements: what disturbs only makes it slower. */
    static long tokens(int micros) {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            best = Math.min(best, nanos());
        }
        return Math.max(1, micros * 1_000L * TOKENS * ROUNDS / best);
    }

    private static long nanos() {
        long start = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            Blackhole.consumeCPU(TOKENS);
        }
        return System.nanoTime() - start;
    }
}

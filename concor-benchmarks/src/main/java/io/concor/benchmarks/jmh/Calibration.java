package io.concor.benchmarks.jmh;

import java.util.stream.LongStream;
import org.openjdk.jmh.infra.Blackhole;

/** How much of {@link Blackhole#consumeCPU} a microsecond takes on this machine. */
final class Calibration {

    private static final int TOKENS = 2_000;
    private static final int ROUNDS = 50;
    private static final int MEASUREMENTS = 500;

    private Calibration() {}

    /**
     * As many tokens as take so long, by the best of many short measurements: what disturbs them makes them slower
     * only, and on a busy machine only a short one is ever left alone.
     */
    static long tokens(int micros) {
        long best = LongStream.generate(Calibration::nanos)
                .limit(MEASUREMENTS)
                .min()
                .orElseThrow();
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

package io.concor.benchmarks.jmh;

import java.util.stream.LongStream;
import org.openjdk.jmh.infra.Blackhole;

/** Calibrates {@link Blackhole#consumeCPU} for this machine. */
final class Calibration {

    private static final int TOKENS = 2_000;
    private static final int ROUNDS = 50;
    private static final int MEASUREMENTS = 500;

    private Calibration() {}

    /**
     * Returns the number of tokens that take this long, from the fastest of many short measurements. A disturbance only
     * slows a measurement down, and on a busy machine only short ones are undisturbed.
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

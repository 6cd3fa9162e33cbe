package io.concor.benchmarks.keyed;

import io.concor.benchmarks.keyed.KeyedPipeline.Booking;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** How the keys of messages are distributed. */
public enum Keys {
    UNIFORM,
    /** The n-th most frequent key has a share proportional to 1/n. */
    ZIPF,
    ONE;

    private static final int KEYS = 10_000;
    private static final int MESSAGES = 1 << 16;

    public static Keys named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Returns messages in random order; a power of two. */
    public Booking[] bookings() {
        SplittableRandom random = new SplittableRandom(42);
        double[] shares = shares();
        return IntStream.range(0, MESSAGES)
                .mapToObj(i -> new Booking(draw(shares, random.nextDouble())))
                .toArray(Booking[]::new);
    }

    private double[] shares() {
        double[] weights = IntStream.rangeClosed(1, this == ONE ? 1 : KEYS)
                .mapToDouble(n -> this == ZIPF ? 1.0 / n : 1)
                .toArray();
        double all =
                IntStream.range(0, weights.length).mapToDouble(i -> weights[i]).sum();
        for (int i = 0; i < weights.length; i++) {
            weights[i] = weights[i] / all + (i == 0 ? 0 : weights[i - 1]);
        }
        return weights;
    }

    /** Returns the first key whose cumulative share exceeds a number from 0 to 1. */
    private static int draw(double[] cumulative, double number) {
        int low = 0;
        int high = cumulative.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cumulative[middle] > number) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}

package io.concor.text;

import java.time.Duration;
import java.util.StringJoiner;

/** Formats durations exactly and without zero parts, for example {@code 300ms}, {@code 10s} or {@code 1m 30s}. */
public final class DurationFormat {

    private static final int SECOND_NANOS = 1_000_000_000;

    private DurationFormat() {}

    public static String of(Duration time) {
        // Seconds and nanoseconds of the same sign. Duration.MIN has no negation.
        boolean borrowed = time.isNegative() && time.getNano() > 0;
        long seconds = borrowed ? time.getSeconds() + 1 : time.getSeconds();
        int nanos = borrowed ? SECOND_NANOS - time.getNano() : time.getNano();
        StringJoiner parts = new StringJoiner(" ", time.isNegative() ? "-" : "", "");
        add(parts, seconds / 86_400, "d");
        add(parts, seconds / 3_600 % 24, "h");
        add(parts, seconds / 60 % 60, "m");
        add(parts, seconds % 60, "s");
        add(parts, nanos / 1_000_000, "ms");
        add(parts, nanos / 1_000 % 1_000, "us");
        add(parts, nanos % 1_000, "ns");
        return time.isZero() ? "0s" : parts.toString();
    }

    private static void add(StringJoiner parts, long amount, String unit) {
        if (amount != 0) {
            parts.add(Math.abs(amount) + unit);
        }
    }
}

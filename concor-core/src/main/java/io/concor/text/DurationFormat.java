package io.concor.text;

import java.time.Duration;
import java.util.StringJoiner;

/** Durations as people read them, such as {@code 300ms}, {@code 10s} and {@code 1m 30s}: exact, without what is zero. */
public final class DurationFormat {

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final int SECOND_NANOS = 1_000_000_000;

    private DurationFormat() {}

    public static String of(Duration time) {
        // Seconds and nanoseconds with the same sign, which those of a negative duration have not.
        boolean borrowed = time.isNegative() && time.getNano() > 0;
        long seconds = borrowed ? time.getSeconds() + 1 : time.getSeconds();
        int nanos = borrowed ? SECOND_NANOS - time.getNano() : time.getNano();
        StringJoiner words = new StringJoiner(" ", time.isNegative() ? "-" : "", "");
        add(words, seconds / DAY, "d");
        add(words, seconds % DAY / HOUR, "h");
        add(words, seconds % HOUR / MINUTE, "m");
        add(words, seconds % MINUTE, "s");
        add(words, nanos / 1_000_000, "ms");
        add(words, nanos / 1_000 % 1_000, "us");
        add(words, nanos % 1_000, "ns");
        return time.isZero() ? "0s" : words.toString();
    }

    private static void add(StringJoiner words, long amount, String unit) {
        if (amount != 0) {
            words.add(Math.abs(amount) + unit);
        }
    }
}

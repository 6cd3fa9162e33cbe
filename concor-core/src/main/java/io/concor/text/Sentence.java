package io.concor.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats sentences in the same way on every machine. */
public final class Sentence {

    private static final double MICROS_PER_MILLI = 1_000;
    private static final double MANY_MILLIS = 100;
    private static final double ONE_MILLI = 1;
    private static final double SHORT_MICROS = 100;

    private Sentence() {}

    /** Replaces the placeholders of a format by values, with a point before decimals. */
    public static String of(String format, @Nullable Object... values) {
        // for any other locale, the JDK looks up symbols for each number
        return String.format(Locale.US, format, values);
    }

    /** Returns a duration with its unit, rounded to what a person reads: "2.7 µs", "0.25 ms", "7.5 ms", "1250 ms". */
    public static String duration(double micros) {
        if (micros < SHORT_MICROS) {
            return of("%.1f µs", micros);
        }
        double millis = micros / MICROS_PER_MILLI;
        return of(millis < ONE_MILLI ? "%.2f ms" : millis < MANY_MILLIS ? "%.1f ms" : "%.0f ms", millis);
    }

    /** Returns a rounded number with the words for one, such as "thread waits", or for several. */
    public static String counted(double number, String one, String several) {
        long rounded = Math.round(number);
        return rounded + " " + (rounded == 1 ? one : several);
    }
}

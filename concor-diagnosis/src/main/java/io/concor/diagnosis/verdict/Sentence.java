package io.concor.diagnosis.verdict;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats sentences in the same way on every machine. */
public final class Sentence {

    private Sentence() {}

    /** Replaces the placeholders of a format by values, with a point before decimals. */
    public static String of(String format, @Nullable Object... values) {
        // for any other locale, the JDK looks up symbols for each number
        return String.format(Locale.US, format, values);
    }

    /** Returns a rounded number with the words for one, such as "thread waits", or for several. */
    public static String counted(double number, String one, String several) {
        long rounded = Math.round(number);
        return rounded + " " + (rounded == 1 ? one : several);
    }
}

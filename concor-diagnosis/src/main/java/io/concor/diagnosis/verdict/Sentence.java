package io.concor.diagnosis.verdict;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats sentences in the same way on every machine. */
public final class Sentence {

    private Sentence() {}

    /** Replaces the placeholders of a format by values, with a point before decimals. */
    public static String of(String format, @Nullable Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}

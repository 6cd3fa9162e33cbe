package io.concor.text;

import java.util.function.Consumer;

/**
 * Tells what somebody else's code has thrown. That may throw again when it is asked for its message, and no event is to
 * be lost for want of words.
 */
public final class ThrowableText {

    private static final String CANNOT_BE_PRINTED = "%s, which cannot be printed";

    private ThrowableText() {}

    /** It in words, as far as it has some. */
    public static String words(Throwable thrown) {
        try {
            return String.valueOf(thrown);
        } catch (Throwable again) {
            return standIn(thrown);
        }
    }

    /** Writes a line of the log with it, or where it cannot be printed with something that tells its type. */
    public static void log(Throwable thrown, Consumer<Throwable> line) {
        try {
            line.accept(thrown);
        } catch (Throwable again) {
            line.accept(new IllegalStateException(standIn(thrown)));
        }
    }

    private static String standIn(Throwable thrown) {
        return CANNOT_BE_PRINTED.formatted(thrown.getClass().getName());
    }
}

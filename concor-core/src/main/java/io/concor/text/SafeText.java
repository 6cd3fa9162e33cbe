package io.concor.text;

import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes text from outside Concor safe for messages, responses and logs. Stores and advisors written by users may use it
 * too. Thread-safe.
 */
public final class SafeText {

    private static final int MAX_SHOWN = 100;
    /** A chain of causes may be a circle. */
    private static final int MAX_CAUSES = 10;

    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");
    /** Line breaks and other control characters, halves of surrogate pairs, and characters that reverse the text. */
    private static final Pattern BREAKING =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

    private SafeText() {}

    /** Returns the first 100 characters of a value's text, each invisible one replaced by a question mark. */
    public static String shown(Object value) {
        String visible = INVISIBLE.matcher(value.toString()).replaceAll("?");
        if (visible.length() <= MAX_SHOWN) {
            return visible;
        }
        boolean splitsPair = Character.isHighSurrogate(visible.charAt(MAX_SHOWN - 1));
        return visible.substring(0, splitsPair ? MAX_SHOWN - 1 : MAX_SHOWN) + "...";
    }

    /** Returns a text, of any length, in which question marks replace what {@link #fits} rejects. */
    public static String words(String words) {
        return BREAKING.matcher(words).replaceAll("?");
    }

    /**
     * Returns whether a text stays on one line and reads in the order in which it is written. Characters that join parts
     * of a letter or an emoji are accepted.
     */
    public static boolean fits(String words) {
        return !BREAKING.matcher(words).find();
    }

    /**
     * Returns the causes of an exception in one line, each one as {@code "; caused by: <type>: <message>"}, or an empty
     * text if it has none. For logs: messages of causes may contain paths and addresses.
     */
    public static String causes(Throwable thrown) {
        return Stream.iterate(thrown.getCause(), Objects::nonNull, Throwable::getCause)
                .limit(MAX_CAUSES)
                .map(cause -> "; caused by: " + words(SPACE.matcher(of(cause)).replaceAll(" ")))
                .collect(Collectors.joining());
    }

    /** Returns the text of an exception, or its type if the text cannot be had. */
    public static String of(Throwable thrown) {
        try {
            return String.valueOf(thrown);
        } catch (Throwable again) {
            return thrown.getClass().getName() + ", which cannot be printed";
        }
    }
}

package io.concor.text;

import java.util.regex.Pattern;

/**
 * How what comes from outside stands in messages, answers and logs: on one line, and as it reads. For those as well who
 * write a {@link io.concor.preset.PresetStore} or a {@link io.concor.manage.LayoutAdvisor}. Stateless: may be used by any thread.
 */
public final class SafeText {

    private static final int MOST_SHOWN = 100;
    /** All that cannot be seen. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");
    /** What would break a line of a log, or show another order of its letters than it has; and halves of characters. */
    private static final Pattern BREAKING =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

    private SafeText() {}

    /**
     * A value, such as a name that is not known: its first 100 characters, with question marks for all that cannot be
     * seen.
     *
     * @param value shown as its {@code toString} tells it
     */
    public static String shown(Object value) {
        String visible = UNSEEN.matcher(value.toString()).replaceAll("?");
        return visible.length() <= MOST_SHOWN ? visible : visible.substring(0, whole(visible)) + "...";
    }

    /** Where to cut without leaving half of a character that takes two. */
    private static int whole(String visible) {
        return Character.isHighSurrogate(visible.charAt(MOST_SHOWN - 1)) ? MOST_SHOWN - 1 : MOST_SHOWN;
    }

    /**
     * Words of people, at any length, with question marks for what keeps them from standing {@linkplain #fits on one
     * line}.
     *
     * @param words such as the reason for a change
     */
    public static String words(String words) {
        return BREAKING.matcher(words).replaceAll("?");
    }

    /**
     * Whether words stand on one line and read as they are written: no control characters, nothing that turns the order
     * of letters. What joins the parts of a letter or a picture may be there.
     *
     * @param words such as the reason for a change
     */
    public static boolean fits(String words) {
        return !BREAKING.matcher(words).find();
    }
}

package io.concor.queues.row;

import io.concor.text.SafeText;
import io.concor.text.Sentence;
import org.jspecify.annotations.Nullable;

/** Which texts every database keeps as they are: PostgreSQL refuses NUL, MySQL replaces halves of surrogate pairs. */
public final class StoredText {

    /** The longest id of an event, and name, in characters. */
    public static final int MOST_NAME = 255;
    /** The longest key, in characters. */
    public static final int MOST_KEY = 1_000;

    /** The longest text of an error, in characters. */
    static final int MOST_MESSAGE = 2_000;

    private StoredText() {}

    /**
     * Checks the id of an event: 1 to 255 characters, no NUL, no half of a surrogate pair.
     *
     * @throws IllegalArgumentException with the reason
     */
    public static void requireId(String id) {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("The id of an event is empty; it needs 1 to 255 characters");
        }
        require("The id", id, MOST_NAME);
    }

    /**
     * Checks a key: at most 1,000 characters, no NUL, no half of a surrogate pair. It may be empty, or null.
     *
     * @throws IllegalArgumentException with the reason
     */
    public static void requireKey(@Nullable String key) {
        if (key != null) {
            require("The key", key, MOST_KEY);
        }
    }

    /**
     * Checks the name of a flow or a slot: at most 255 characters, no NUL, no half of a surrogate pair.
     *
     * @throws IllegalArgumentException with the reason
     */
    public static void requireName(String name) {
        require("The name", name, MOST_NAME);
    }

    private static void require(String what, String text, int most) {
        if (text.length() > most) {
            throw new IllegalArgumentException(Sentence.of(
                    "%s \"%s\" has %d characters; a durable queue keeps at most %d. Use a shorter one, such as a hash",
                    what, SafeText.shown(text), text.length(), most));
        }
        if (!isStorable(text)) {
            throw new IllegalArgumentException(Sentence.of(
                    "%s \"%s\" contains NUL or half of a surrogate pair, which databases do not keep. Remove it, or encode the text",
                    what, SafeText.shown(text)));
        }
    }

    /** Looks at pairs only if there are halves: that is rare. */
    private static boolean isStorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isStorable(text.charAt(i))) {
                return text.codePoints().allMatch(StoredText::isStorable);
            }
        }
        return true;
    }

    private static boolean isStorable(int character) {
        return character != 0 && (character < Character.MIN_SURROGATE || character > Character.MAX_SURROGATE);
    }

    /** Returns a text shortened to a number of characters, with question marks for what is not storable. */
    public static String fitted(String text, int most) {
        String shorter = text.length() <= most ? text : text.substring(0, most - 1) + "…";
        if (isStorable(shorter)) {
            return shorter;
        }
        return shorter.codePoints()
                .map(character -> isStorable(character) ? character : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}

package io.concor.engine.pool;

import io.concor.QueueStoreException;
import java.util.UUID;

/** Keys as text that is the same in every process, so that all processes agree on the order of the events of a key. */
public final class KeyText {

    /** The longest text, in characters: part of an index of a database. */
    static final int MAX_LENGTH = 255;

    private KeyText() {}

    /**
     * Returns the text of a key.
     *
     * @throws QueueStoreException if equal keys need not have equal texts, or the text is too long
     */
    public static String of(Object key) {
        if (!hasText(key)) {
            throw notStorable("a key of " + key.getClass().getName()
                    + " has no text of its own; use a string, a number, an enum, a UUID or a record of these");
        }
        String text = text(key);
        if (text.length() > MAX_LENGTH) {
            throw notStorable(
                    "the text of the key has " + text.length() + " characters; a stored key has at most " + MAX_LENGTH);
        }
        return text;
    }

    private static String text(Object key) {
        return key instanceof Enum<?> constant ? constant.name() : key.toString();
    }

    /** Returns a hash that a key shares with its text, so that an event has the same lane whether or not it was stored. */
    static int hash(Object key) {
        return (hasText(key) ? text(key) : key).hashCode();
    }

    private static boolean hasText(Object key) {
        return key instanceof CharSequence
                || key instanceof Number
                || key instanceof Boolean
                || key instanceof Character
                || key instanceof Enum<?>
                || key instanceof UUID
                || key instanceof Record
                || definesText(key.getClass());
    }

    private static boolean definesText(Class<?> type) {
        try {
            return type.getMethod("toString").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException impossible) {
            return false;
        }
    }

    private static QueueStoreException notStorable(String reason) {
        return new QueueStoreException(reason, false, null);
    }
}

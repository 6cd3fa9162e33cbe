package io.concor.queues;

import io.concor.text.SafeText;
import java.util.regex.Pattern;

/**
 * The name and version under which messages of a class are stored.
 *
 * @param name the logical name: 1 to 100 letters, digits, dots, underscores and hyphens
 * @param version the version, at least 1
 */
public record MessageName(String name, int version) {

    private static final String ALLOWED =
            "Names of message types have 1 to 100 letters, digits, dots, underscores and hyphens; versions are at least 1";

    private static final Pattern PATTERN = Pattern.compile("[\\p{L}\\p{N}._$-]{1,100}");
    /** Of the message that is no object. */
    private static final String NULL = "null";

    /**
     * Checks name and version.
     *
     * @throws InvalidMessageTypeException if one is not allowed
     */
    public MessageName {
        if (!PATTERN.matcher(name).matches()) {
            throw new InvalidMessageTypeException("'" + SafeText.shown(name) + "' is not the name of a type", ALLOWED);
        }
        if (name.equals(NULL)) {
            throw new InvalidMessageTypeException("the name 'null' is reserved for messages that are null", ALLOWED);
        }
        if (version < 1) {
            throw new InvalidMessageTypeException("type '" + name + "' has version " + version, ALLOWED);
        }
    }

    /**
     * Returns what {@link MessageType} says of a class, or the default: its simple name and version 1.
     *
     * @throws InvalidMessageTypeException if the annotation is not valid
     */
    public static MessageName of(Class<?> type) {
        MessageType given = type.getAnnotation(MessageType.class);
        if (given == null) {
            return new MessageName(type.getSimpleName(), 1);
        }
        return new MessageName(given.value().isEmpty() ? type.getSimpleName() : given.value(), given.version());
    }
}

package io.concor.autoconfigure.properties.section;

import io.concor.InvalidSettingException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * A class of messages. A text is its name.
 *
 * @param type Name of the class. Default: none, which is an error.
 * @param version Version of the class, at least 1. Default: that of its annotation MessageType, or 1.
 */
@ConfigurationPropertiesSource
public record MessageTypeSettings(
        @Nullable String type, @Nullable Integer version) {

    /** Checks the settings. */
    public MessageTypeSettings {
        if (type == null || type.isBlank()) {
            throw new InvalidSettingException("type", "there is no class", "the name of a class");
        }
        if (version != null && version < 1) {
            throw InvalidSettingException.outOfBounds("version", version, "at least 1");
        }
    }

    /** Reads the short form: the name of the class. */
    public static MessageTypeSettings valueOf(String type) {
        return new MessageTypeSettings(type, null);
    }

    /** Returns the name of the class. */
    public String className() {
        return String.valueOf(type);
    }
}

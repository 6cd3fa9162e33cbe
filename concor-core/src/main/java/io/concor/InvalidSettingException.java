package io.concor;

import io.concor.text.DurationFormat;
import java.time.Duration;

/** A setting is unreadable or out of its bounds; nothing was changed. */
public final class InvalidSettingException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String reason;
    private final String allowed;

    /**
     * Tells what is wrong with one setting.
     *
     * @param field the setting, in the spelling of the configuration
     * @param reason what is wrong, with the value met
     * @param allowed what would be right
     */
    public InvalidSettingException(String field, String reason, String allowed) {
        super("%s: %s; allowed: %s".formatted(field, reason, allowed));
        this.field = field;
        this.reason = reason;
        this.allowed = allowed;
    }

    /**
     * Tells of one setting that it is out of its bounds.
     *
     * @param field the setting, in the spelling of the configuration
     * @param value the value met
     * @param allowed the bounds
     */
    public static InvalidSettingException outOfBounds(String field, Object value, String allowed) {
        Object shown = value instanceof Duration time ? DurationFormat.of(time) : value;
        return new InvalidSettingException(field, shown + " is out of bounds", allowed);
    }

    /** The setting, in the spelling of the configuration. */
    public String field() {
        return field;
    }

    /** What is wrong, with the value met. */
    public String reason() {
        return reason;
    }

    /** What would be right. */
    public String allowed() {
        return allowed;
    }
}

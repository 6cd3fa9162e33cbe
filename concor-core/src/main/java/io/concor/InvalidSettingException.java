package io.concor;

import io.concor.text.DurationFormat;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A setting is unreadable or out of its bounds. Nothing was changed. */
public final class InvalidSettingException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String reason;
    private final String allowed;

    /** Describes the problem of one setting. See the methods of the same names for the parameters. */
    public InvalidSettingException(String field, String reason, String allowed) {
        super(field + ": " + reason + "; allowed: " + allowed);
        this.field = field;
        this.reason = reason;
        this.allowed = allowed;
    }

    /** Returns the exception for a value that is out of bounds. */
    public static InvalidSettingException outOfBounds(String field, Object value, String allowed) {
        return new InvalidSettingException(field, text(value) + " is out of bounds", allowed);
    }

    /** Throws this exception if a value is less than {@code least} or greater than {@code most}. */
    public static <T extends Comparable<T>> void requireWithin(String field, T value, T least, T most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw outOfBounds(field, value, least.equals(most) ? text(least) : range(least, most));
        }
    }

    static void requireGiven(String field, @Nullable Object value, String reason, String allowed) {
        if (value == null) {
            throw new InvalidSettingException(field, reason, allowed);
        }
    }

    static String range(Object least, Object most) {
        return text(least) + " to " + text(most);
    }

    private static String text(Object value) {
        return value instanceof Duration time ? DurationFormat.of(time) : value.toString();
    }

    /** Returns the setting as spelled in the configuration. */
    public String field() {
        return field;
    }

    /** Returns the problem, with the rejected value. */
    public String reason() {
        return reason;
    }

    /** Returns the values allowed. */
    public String allowed() {
        return allowed;
    }
}

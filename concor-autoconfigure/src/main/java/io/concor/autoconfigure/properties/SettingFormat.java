package io.concor.autoconfigure.properties;

import io.concor.InvalidSettingException;
import io.concor.text.SafeText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.convert.DurationStyle;

/** How single values of settings are read from text, and written as text. Stateless: may be used by any thread. */
public final class SettingFormat {

    private static final Pattern PLAIN = Pattern.compile("[+-]?[0-9]+");
    private static final String TIMES = "a number with a unit, such as 500ms, 60s or 5m";
    private static final List<ChronoUnit> UNITS = List.of(
            ChronoUnit.DAYS,
            ChronoUnit.HOURS,
            ChronoUnit.MINUTES,
            ChronoUnit.SECONDS,
            ChronoUnit.MILLIS,
            ChronoUnit.MICROS);

    private SettingFormat() {}

    /**
     * Reads a whole number.
     *
     * @param field the setting
     * @param text what was given for it
     * @throws InvalidSettingException when it is none
     */
    public static int wholeNumber(String field, String text) {
        try {
            return Integer.parseInt(plain(field, text));
        } catch (NumberFormatException tooLong) {
            throw outOfBounds(field, text, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
    }

    /**
     * Reads a long whole number.
     *
     * @param field the setting
     * @param text what was given for it
     * @throws InvalidSettingException when it is none
     */
    public static long longNumber(String field, String text) {
        try {
            return Long.parseLong(plain(field, text));
        } catch (NumberFormatException tooLong) {
            throw outOfBounds(field, text, Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }

    /** Java would read the digits of every script. */
    private static String plain(String field, String text) {
        if (!PLAIN.matcher(text).matches()) {
            throw unreadable(field, text, "a whole number", "a whole number");
        }
        return text;
    }

    private static InvalidSettingException outOfBounds(String field, String text, long least, long most) {
        return new InvalidSettingException(
                field,
                "'%s' is out of all bounds".formatted(SafeText.shown(text)),
                "a whole number from %d to %d, and within the bounds of '%s'".formatted(least, most, field));
    }

    /**
     * Reads a choice.
     *
     * @param field the setting
     * @param text what was given for it
     * @throws InvalidSettingException when it is neither {@code true} nor {@code false}
     */
    public static boolean trueOrFalse(String field, String text) {
        if (!"true".equalsIgnoreCase(text) && !"false".equalsIgnoreCase(text)) {
            throw unreadable(field, text, "a choice", "true or false");
        }
        return Boolean.parseBoolean(text);
    }

    /**
     * Reads a time such as {@code 90s}. A number alone is none: its unit would have to be guessed.
     *
     * @param field the setting
     * @param text what was given for it
     * @throws InvalidSettingException when it is none
     */
    public static Duration duration(String field, String text) {
        if (PLAIN.matcher(text).matches()) {
            throw new InvalidSettingException(field, "'%s' has no unit".formatted(SafeText.shown(text)), TIMES);
        }
        try {
            return DurationStyle.detectAndParse(text);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException notOne) {
            throw unreadable(field, text, "a time", TIMES);
        }
    }

    /**
     * Reads a point in time such as {@code 2026-01-31T12:00:00Z}.
     *
     * @param field the setting
     * @param text what was given for it
     * @throws InvalidSettingException when it is none
     */
    public static Instant instant(String field, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException notOne) {
            throw unreadable(field, text, "a point in time", "one such as 2026-01-31T12:00:00Z");
        }
    }

    /** Writes a time in the largest unit of which it is a whole multiple, so that it can be read as a setting. */
    public static String format(Duration time) {
        try {
            return DurationStyle.SIMPLE.print(time, unit(time));
        } catch (ArithmeticException tooLongInSmallUnits) {
            return time.toString();
        }
    }

    private static ChronoUnit unit(Duration time) {
        return time.isZero()
                ? ChronoUnit.SECONDS
                : UNITS.stream()
                        .filter(unit -> isMultiple(time, unit.getDuration()))
                        .findFirst()
                        .orElse(ChronoUnit.NANOS);
    }

    private static boolean isMultiple(Duration time, Duration unit) {
        return unit.getSeconds() > 0
                ? time.getNano() == 0 && time.getSeconds() % unit.getSeconds() == 0
                : time.getNano() % unit.getNano() == 0;
    }

    private static InvalidSettingException unreadable(String field, String text, String expected, String allowed) {
        return new InvalidSettingException(field, "'%s' is not %s".formatted(SafeText.shown(text), expected), allowed);
    }
}

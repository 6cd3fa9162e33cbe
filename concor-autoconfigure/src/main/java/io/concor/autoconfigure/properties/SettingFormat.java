package io.concor.autoconfigure.properties;

import io.concor.InvalidSettingException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.springframework.boot.convert.DurationStyle;

/** Reads values of settings from text and formats durations. Stateless and thread-safe. */
public final class SettingFormat {

    /** The durations that settings accept, in words. */
    public static final String DURATIONS = "a number with a unit, such as 500ms, 60s or 5m";

    private static final String WHOLE_NUMBER = "a whole number";
    private static final Pattern HYPHEN = Pattern.compile("-([a-z])");
    private static final Pattern PLAIN = Pattern.compile("[+-]?[0-9]+");
    /** Not longer than any sensible number. */
    private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]{1,20}(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?");

    private static final List<ChronoUnit> UNITS = List.of(
            ChronoUnit.DAYS,
            ChronoUnit.HOURS,
            ChronoUnit.MINUTES,
            ChronoUnit.SECONDS,
            ChronoUnit.MILLIS,
            ChronoUnit.MICROS);

    private SettingFormat() {}

    /**
     * Reads an integer.
     *
     * @param field the name of the setting
     * @param text the value
     * @throws InvalidSettingException if the text is not an integer
     */
    public static int wholeNumber(String field, String text) {
        return parsed(
                field, text, Integer::parseInt, WHOLE_NUMBER, bounds(field, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    /**
     * Reads an integer.
     *
     * @param field the name of the setting
     * @param text the value
     * @param allowed the allowed values, in words
     * @throws InvalidSettingException if the text is not an integer
     */
    public static int wholeNumber(String field, String text, String allowed) {
        return parsed(field, text, Integer::parseInt, allowed, allowed);
    }

    /**
     * Reads a long integer.
     *
     * @param field the name of the setting
     * @param text the value
     * @throws InvalidSettingException if the text is not a long integer
     */
    public static long longNumber(String field, String text) {
        return parsed(field, text, Long::parseLong, WHOLE_NUMBER, bounds(field, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    /**
     * Reads a number, with or without decimal places.
     *
     * @param field the name of the setting
     * @param text the value
     * @param allowed the numbers that the setting accepts, in words
     * @throws InvalidSettingException if the text is not a number; its bounds are not checked
     */
    public static double number(String field, String text, String allowed) {
        if (!DECIMAL.matcher(text).matches()) {
            throw unreadable(field, text, "a number", allowed);
        }
        return Double.parseDouble(text);
    }

    /** Accepts ASCII digits only: {@link Integer#parseInt(String)} accepts the digits of every script. */
    private static <N extends Number> N parsed(
            String field, String text, Function<String, N> parser, String allowed, String bounds) {
        if (!PLAIN.matcher(text).matches()) {
            throw unreadable(field, text, WHOLE_NUMBER, allowed);
        }
        try {
            return parser.apply(text);
        } catch (NumberFormatException tooLong) {
            throw new InvalidSettingException(
                    field, Sentence.of("'%s' is out of bounds", SafeText.shown(text)), bounds);
        }
    }

    private static String bounds(String field, long least, long most) {
        return Sentence.of("a whole number from %d to %d, and within the bounds of '%s'", least, most, field);
    }

    /**
     * Reads {@code true} or {@code false}.
     *
     * @param field the name of the setting
     * @param text the value
     * @throws InvalidSettingException if the text is neither
     */
    public static boolean trueOrFalse(String field, String text) {
        if (!"true".equalsIgnoreCase(text) && !"false".equalsIgnoreCase(text)) {
            throw unreadable(field, text, "true or false", "true or false");
        }
        return Boolean.parseBoolean(text);
    }

    /**
     * Reads a duration such as {@code 90s}. A number needs a unit.
     *
     * @param field the name of the setting
     * @param text the value
     * @throws InvalidSettingException if the text is not a duration
     */
    public static Duration duration(String field, String text) {
        if (PLAIN.matcher(text).matches()) {
            throw new InvalidSettingException(field, Sentence.of("'%s' has no unit", SafeText.shown(text)), DURATIONS);
        }
        try {
            return DurationStyle.detectAndParse(text);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException notOne) {
            throw unreadable(field, text, "a duration", DURATIONS);
        }
    }

    /**
     * Reads an instant such as {@code 2026-01-31T12:00:00Z}.
     *
     * @param field the name of the setting
     * @param text the value
     * @throws InvalidSettingException if the text is not an instant
     */
    public static Instant instant(String field, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException notOne) {
            throw unreadable(field, text, "an instant", "an instant such as 2026-01-31T12:00:00Z");
        }
    }

    /** Spells the name of a setting as endpoints do: {@code keepAlive} for {@code keep-alive}. */
    public static String camelCase(String name) {
        return HYPHEN.matcher(name).replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    }

    /** Formats a duration as a setting, in the largest unit of which it is a multiple. */
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
        return new InvalidSettingException(
                field, Sentence.of("'%s' is not %s", SafeText.shown(text), expected), allowed);
    }
}

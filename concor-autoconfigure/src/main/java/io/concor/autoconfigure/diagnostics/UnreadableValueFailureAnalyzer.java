package io.concor.autoconfigure.diagnostics;

import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import io.concor.text.SimilarNames;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.core.env.Environment;

/**
 * Reports a value below {@code concor} that cannot be read, and what is allowed in its place. Runs before Boot's
 * analyzers, which name the types of the conversion or a missing converter instead.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class UnreadableValueFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private static final Set<Class<?>> WHOLE_NUMBERS = Set.of(int.class, Integer.class);
    private static final Set<Class<?>> OTHER_NUMBERS = Set.of(double.class, Double.class);

    private final PropertyOrigins origins;

    UnreadableValueFailureAnalyzer(Environment environment) {
        this.origins = new PropertyOrigins(environment);
    }

    /**
     * Why a value is unreadable.
     *
     * @param problem the problem, as the rest of a sentence that begins with the value
     * @param allowed the allowed values, in words
     */
    private record Unreadable(String problem, String allowed) {}

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        if (!PropertyPath.ROOT.isAncestorOf(cause.getName())) {
            return null;
        }
        FailureAnalysis ofValue = ofValue(findCause(cause, ConversionFailedException.class), cause);
        return ofValue == null ? ofSection(findCause(cause, ConverterNotFoundException.class), cause) : ofValue;
    }

    private @Nullable FailureAnalysis ofValue(@Nullable ConversionFailedException conversion, BindException cause) {
        if (conversion == null) {
            return null;
        }
        String value = String.valueOf(conversion.getValue());
        Unreadable why = unreadable(value, conversion.getTargetType().getType());
        return why == null
                ? null
                : analysis(
                        Sentence.of(": '%s' %s", SafeText.shown(value), why.problem()),
                        Sentence.of(
                                "Allowed for '%s': %s.",
                                cause.getName().getLastElement(ConfigurationPropertyName.Form.DASHED), why.allowed()),
                        cause);
    }

    private static @Nullable Unreadable unreadable(String value, Class<?> type) {
        if (type.isEnum()) {
            List<String> known = constants(type);
            return new Unreadable(
                    "is unknown to this version of Concor" + SimilarNames.hint(value, known), String.join(", ", known));
        }
        if (type == Duration.class) {
            return new Unreadable("is not a duration", SettingFormat.DURATIONS);
        }
        if (WHOLE_NUMBERS.contains(type)) {
            return number("a whole number up to " + Integer.MAX_VALUE);
        }
        return OTHER_NUMBERS.contains(type) ? number("a number") : null;
    }

    private static Unreadable number(String allowed) {
        return new Unreadable("is not " + allowed, allowed);
    }

    private static List<String> constants(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }

    /** Reports a value where a section with keys, a list or the name of a bean is expected. */
    private @Nullable FailureAnalysis ofSection(@Nullable ConverterNotFoundException conversion, BindException cause) {
        if (conversion == null || conversion.getSourceType() == null) {
            return null;
        }
        Class<?> type = conversion.getSourceType().getType();
        return analysis(
                " is " + problem(type),
                type == String.class
                        ? "Write the keys of the section below it, or remove the value."
                        : "Put a name in quotes that YAML would read as something else.",
                cause);
    }

    private static String problem(Class<?> type) {
        if (type == Boolean.class) {
            return "no name but a boolean, which is how YAML reads yes, no, on and off without quotes";
        }
        return type == String.class ? "a text where keys are expected" : "no name but a " + type.getSimpleName();
    }

    private FailureAnalysis analysis(String problem, String action, BindException cause) {
        String property = cause.getName().toString();
        return new FailureAnalysis(
                Sentence.of("Property '%s'%s.%n%n%s", property, problem, origins.describe(property)), action, cause);
    }
}

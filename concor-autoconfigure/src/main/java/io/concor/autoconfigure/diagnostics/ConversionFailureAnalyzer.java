package io.concor.autoconfigure.diagnostics;

import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.text.SafeText;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.env.Environment;

/** Reports a property below {@code concor} whose value cannot be converted to certain types, and what they allow. */
abstract class ConversionFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private final PropertyOrigins origins;

    ConversionFailureAnalyzer(Environment environment) {
        this.origins = new PropertyOrigins(environment);
    }

    /** Returns whether the values of a type are reported by this analyzer. */
    abstract boolean reports(Class<?> type);

    /** Returns the problem as the rest of a sentence that begins with the value. */
    abstract String problem(String value, Class<?> type);

    /** Returns the allowed values, in words. */
    abstract String allowed(Class<?> type);

    @Override
    protected final @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        ConversionFailedException conversion = findCause(cause, ConversionFailedException.class);
        return conversion != null
                        && reports(conversion.getTargetType().getType())
                        && PropertyPath.ROOT.isAncestorOf(cause.getName())
                ? analyze(conversion, cause)
                : null;
    }

    private FailureAnalysis analyze(ConversionFailedException conversion, BindException cause) {
        ConfigurationPropertyName property = cause.getName();
        Class<?> type = conversion.getTargetType().getType();
        String value = String.valueOf(conversion.getValue());
        return new FailureAnalysis(
                String.format(
                        Locale.ROOT,
                        "Property '%s': '%s' %s.%n%n%s",
                        property,
                        SafeText.shown(value),
                        problem(value, type),
                        origins.describe(property.toString())),
                String.format(
                        Locale.ROOT,
                        "Allowed for '%s': %s.",
                        property.getLastElement(ConfigurationPropertyName.Form.DASHED),
                        allowed(type)),
                cause);
    }
}

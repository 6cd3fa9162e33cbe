package io.concor.autoconfigure.diagnostics;

import io.concor.autoconfigure.properties.PropertyPath;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.core.env.Environment;

/**
 * Reports a value below {@code concor} where a section with keys, a list or the name of a bean is expected. Runs before
 * Boot's analyzer, which reports a missing converter.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class UnreadableSectionFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private final PropertyOrigins origins;

    UnreadableSectionFailureAnalyzer(Environment environment) {
        this.origins = new PropertyOrigins(environment);
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        ConverterNotFoundException conversion = findCause(cause, ConverterNotFoundException.class);
        return conversion != null
                        && conversion.getSourceType() != null
                        && PropertyPath.ROOT.isAncestorOf(cause.getName())
                ? analyze(conversion.getSourceType().getType(), cause)
                : null;
    }

    private FailureAnalysis analyze(Class<?> type, BindException cause) {
        String property = cause.getName().toString();
        return new FailureAnalysis(
                String.format(
                        Locale.ROOT, "Property '%s' is %s.%n%n%s", property, problem(type), origins.describe(property)),
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
}

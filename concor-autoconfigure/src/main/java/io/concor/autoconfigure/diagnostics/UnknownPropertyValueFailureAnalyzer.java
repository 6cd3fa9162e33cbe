package io.concor.autoconfigure.diagnostics;

import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.text.SafeText;
import io.concor.text.SimilarNames;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.env.Environment;

/**
 * Reports the allowed values of a property below {@code concor} that has an unknown one. Runs before Boot's analyzer,
 * which reports a failed conversion.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class UnknownPropertyValueFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private final PropertyOrigins origins;

    UnknownPropertyValueFailureAnalyzer(Environment environment) {
        this.origins = new PropertyOrigins(environment);
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        ConversionFailedException conversion = findCause(cause, ConversionFailedException.class);
        ConfigurationPropertyName property = cause.getName();
        if (conversion == null
                || !conversion.getTargetType().getType().isEnum()
                || !PropertyPath.ROOT.isAncestorOf(property)) {
            return null;
        }
        String value = String.valueOf(conversion.getValue());
        List<String> allowed = constants(conversion.getTargetType().getType());
        return new FailureAnalysis(
                "Property '%s': '%s' is unknown to this version of Concor%s.%n%n%s"
                        .formatted(
                                property,
                                SafeText.shown(value),
                                SimilarNames.hint(value, allowed),
                                origins.describe(property.toString())),
                "Allowed for '%s': %s."
                        .formatted(
                                property.getLastElement(ConfigurationPropertyName.Form.DASHED),
                                String.join(", ", allowed)),
                cause);
    }

    private static List<String> constants(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }
}

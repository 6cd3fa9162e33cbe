package io.concor.autoconfigure.diagnostics;

import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.text.SafeText;
import java.time.Duration;
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
 * Reports a property below {@code concor} whose value is not a duration. Runs before Boot's analyzer, which does not say
 * how durations are written.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class UnreadableDurationFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private final PropertyOrigins origins;

    UnreadableDurationFailureAnalyzer(Environment environment) {
        this.origins = new PropertyOrigins(environment);
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        ConversionFailedException conversion = findCause(cause, ConversionFailedException.class);
        ConfigurationPropertyName property = cause.getName();
        if (conversion == null
                || conversion.getTargetType().getType() != Duration.class
                || !PropertyPath.ROOT.isAncestorOf(property)) {
            return null;
        }
        return new FailureAnalysis(
                "Property '%s': '%s' is not a duration.%n%n%s"
                        .formatted(
                                property,
                                SafeText.shown(String.valueOf(conversion.getValue())),
                                origins.describe(property.toString())),
                "Allowed for '%s': %s."
                        .formatted(
                                property.getLastElement(ConfigurationPropertyName.Form.DASHED),
                                SettingFormat.DURATIONS),
                cause);
    }
}

package io.concor.autoconfigure;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Tells which keys below {@code concor} are not known, and which are; before Boot tells less of it. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnknownPropertyFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        if (!cause.getUnboundProperties().stream().allMatch(UnknownPropertyFailureAnalyzer::isOurs)) {
            return null;
        }
        String unknown = cause.getUnboundProperties().stream()
                .map(property -> "%n    Property: %s%n    Value: \"%s\"%n    Origin: %s%n"
                        .formatted(property.getName(), property.getValue(), property.getOrigin()))
                .collect(Collectors.joining());
        return new FailureAnalysis(
                "These properties are not known, so nothing would follow from them:%n%s".formatted(unknown),
                "Correct or remove them. " + KnownKeys.describe(),
                cause);
    }

    private static boolean isOurs(ConfigurationProperty property) {
        return Place.ROOT.isAncestorOf(property.getName());
    }
}

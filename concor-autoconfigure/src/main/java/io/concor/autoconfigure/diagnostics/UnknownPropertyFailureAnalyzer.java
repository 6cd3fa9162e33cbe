package io.concor.autoconfigure.diagnostics;

import io.concor.autoconfigure.properties.PropertyKeys;
import io.concor.autoconfigure.properties.PropertyPath;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Reports unknown keys below {@code concor} together with the known ones. Runs before Boot's analyzer, which knows
 * less.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnknownPropertyFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        if (!cause.getUnboundProperties().stream().allMatch(UnknownPropertyFailureAnalyzer::isOurs)) {
            return null;
        }
        String unknown = cause.getUnboundProperties().stream()
                .map(property -> "%n    Property: %s%s%n    Value: \"%s\"%n    Origin: %s%n"
                        .formatted(
                                property.getName(),
                                PropertyKeys.hint(property.getName()),
                                property.getValue(),
                                property.getOrigin()))
                .collect(Collectors.joining());
        return new FailureAnalysis(
                "Unknown properties, which would have no effect:%n%s".formatted(unknown),
                "Correct or remove them. " + ofLists(cause) + PropertyKeys.describe(),
                cause);
    }

    /** Boot binds a list from one source only: an element with an index from another source remains unbound. */
    private static String ofLists(UnboundConfigurationPropertiesException cause) {
        return cause.getUnboundProperties().stream().anyMatch(property -> PropertyKeys.isOfList(property.getName()))
                ? "A list is read from one source only, completely from [0] on. To change a single slot, use"
                        + " concor.flows.<flow>.slots.<component>. "
                : "";
    }

    private static boolean isOurs(ConfigurationProperty property) {
        return PropertyPath.ROOT.isAncestorOf(property.getName());
    }
}

package io.concor.autoconfigure.diagnostics;

import io.concor.autoconfigure.properties.PropertyKeys;
import io.concor.autoconfigure.properties.PropertyPath;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
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
                "Correct or remove them. " + ofLists(cause) + PropertyKeys.describe(),
                cause);
    }

    /** Boot binds a list from one source: what another one says of any but the first element alone belongs to none. */
    private static String ofLists(UnboundConfigurationPropertiesException cause) {
        return cause.getUnboundProperties().stream().anyMatch(property -> isElsewhereKnown(property.getName()))
                ? "A list is taken from one source alone, all of it from [0] on; to change one slot, say it as"
                        + " concor.flows.<flow>.slots.<component>. "
                : "";
    }

    /** Whether it is nothing but the place in a list that makes it unknown. */
    private static boolean isElsewhereKnown(ConfigurationPropertyName name) {
        boolean inList = IntStream.range(0, name.getNumberOfElements()).anyMatch(name::isNumericIndex);
        return inList && (name.isLastElementIndexed() || PropertyKeys.ofLists().contains(lastOf(name)));
    }

    private static String lastOf(ConfigurationPropertyName name) {
        return name.getLastElement(ConfigurationPropertyName.Form.DASHED);
    }

    private static boolean isOurs(ConfigurationProperty property) {
        return PropertyPath.ROOT.isAncestorOf(property.getName());
    }
}

package io.concor.autoconfigure.diagnostics;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.concor.autoconfigure.properties.PropertyKeys;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.text.Sentence;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Reports unknown keys below {@code concor}, each once, with the keys that are similar, or if there are none for a key, with
 * all. Runs before Boot's analyzer, which knows less.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnknownPropertyFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        if (!cause.getUnboundProperties().stream().allMatch(UnknownPropertyFailureAnalyzer::isOurs)) {
            return null;
        }
        String unknown = cause.getUnboundProperties().stream()
                .sorted(Comparator.comparing(ConfigurationProperty::getName))
                .collect(groupingBy(property -> PropertyKeys.unknownPart(property.getName()), TreeMap::new, toList()))
                .entrySet()
                .stream()
                .map(typo -> describe(typo.getKey(), typo.getValue()))
                .collect(Collectors.joining());
        return new FailureAnalysis(
                Sentence.of("Unknown properties, which would have no effect:%n%s", unknown),
                "Correct or remove them." + ofLists(cause) + knownKeys(cause),
                cause);
    }

    /** Describes an unknown key once, with the place in each source, however many properties have it. */
    private static String describe(ConfigurationPropertyName key, List<ConfigurationProperty> found) {
        return found.stream()
                .collect(
                        groupingBy(property -> Optional.ofNullable(property.getSource()), LinkedHashMap::new, toList()))
                .values()
                .stream()
                .map(inSource -> place(key, inSource))
                .collect(
                        Collectors.joining("", Sentence.of("%n    Property: %s%s%n", key, PropertyKeys.hint(key)), ""));
    }

    private static String place(ConfigurationPropertyName key, List<ConfigurationProperty> inSource) {
        ConfigurationProperty first = inSource.get(0);
        int others = inSource.size() - 1;
        String content = first.getName().equals(key)
                ? Sentence.of("Value: \"%s\"", first.getValue())
                : Sentence.of(
                        "Contains: %s%s", first.getName(), others == 0 ? "" : Sentence.of(" and %d more", others));
        return Sentence.of("    %s%n    Origin: %s%n", content, first.getOrigin());
    }

    /** Boot binds a list from one source only: an element with an index from another source remains unbound. */
    private static String ofLists(UnboundConfigurationPropertiesException cause) {
        return cause.getUnboundProperties().stream().anyMatch(property -> PropertyKeys.isOfList(property.getName()))
                ? " A list is read from one source only, completely from [0] on. To change a single slot, use"
                        + " concor.flows.<flow>.slots.<component>."
                : "";
    }

    /** The list of all keys is long and would hide the hints. */
    private static String knownKeys(UnboundConfigurationPropertiesException cause) {
        boolean allHinted = cause.getUnboundProperties().stream()
                .noneMatch(property -> PropertyKeys.hint(property.getName()).isEmpty());
        return allHinted ? "" : " " + PropertyKeys.describe();
    }

    private static boolean isOurs(ConfigurationProperty property) {
        return PropertyPath.ROOT.isAncestorOf(property.getName());
    }
}

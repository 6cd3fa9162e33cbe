package io.concor.autoconfigure.properties;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.core.env.Environment;

/**
 * Rejects unknown keys. Accepts the known keys of a list that a source of higher precedence replaces, which Boot's
 * handler rejects if the first element of the replacement is a text: the short form of a task. Accepts known keys with an
 * empty value, too, which bind nothing. Leaves {@linkplain UnknownVariables variables} to a warning.
 */
final class UnknownKeysBindHandler extends NoUnboundElementsBindHandler {

    private final Set<String> otherSections = OtherSection.keys();

    UnknownKeysBindHandler(Environment environment) {
        super(
                ConcorPropertiesBinder.lenient(BindHandler.DEFAULT, environment),
                source -> !UnknownVariables.isEnvironment(source));
    }

    @Override
    public void onFinish(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, @Nullable Object result)
            throws Exception {
        try {
            super.onFinish(name, target, context, result);
        } catch (UnboundConfigurationPropertiesException unbound) {
            Set<ConfigurationProperty> unknown = unbound.getUnboundProperties().stream()
                    .filter(property -> !OtherSection.has(otherSections, property.getName()))
                    .filter(property -> !isEmpty(property.getName(), context))
                    .filter(property -> !isOfProgram(property))
                    .filter(property -> !isReplaced(property, context.getSources()))
                    .collect(Collectors.toUnmodifiableSet());
            if (!unknown.isEmpty()) {
                throw new UnboundConfigurationPropertiesException(unknown);
            }
        }
    }

    /** Boot accepts all system properties. Outside of Concor's sections, one may be for a program of that name. */
    private static boolean isOfProgram(ConfigurationProperty property) {
        return property.getSource() != null
                && UnknownVariables.isSystemProperties(property.getSource())
                && UnknownVariables.isOutsideOfSections(property.getName());
    }

    private static boolean isEmpty(ConfigurationPropertyName name, BindContext context) {
        return PropertyKeys.isKnown(name) && EmptyValuesBindHandler.isEmpty(name, context);
    }

    /** Elements without a first one in their source are not a list, and would have no effect. */
    private static boolean isReplaced(ConfigurationProperty property, Iterable<ConfigurationPropertySource> sources) {
        if (PropertyKeys.isOfList(property.getName())) {
            ConfigurationPropertyName first = firstElement(property.getName());
            for (ConfigurationPropertySource source : sources) {
                if (source == property.getSource()) {
                    return false;
                }
                if (contains(source, first) || source.getConfigurationProperty(first.getParent()) != null) {
                    return property.getSource() != null && contains(property.getSource(), first);
                }
            }
        }
        return false;
    }

    private static ConfigurationPropertyName firstElement(ConfigurationPropertyName inList) {
        int index = IntStream.range(0, inList.getNumberOfElements())
                .filter(inList::isNumericIndex)
                .findFirst()
                .orElseThrow();
        return inList.chop(index).append("[0]");
    }

    private static boolean contains(ConfigurationPropertySource source, ConfigurationPropertyName element) {
        return source.getConfigurationProperty(element) != null
                || source.containsDescendantOf(element) == ConfigurationPropertyState.PRESENT;
    }
}

package io.concor.autoconfigure.diagnostics;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** Describes the values and origins of properties. */
record PropertyOrigins(Environment environment) {

    /**
     * Describes a property: its name and, if it is present, its value and origin. For the task of a component that has
     * only a name, this is the name; for a component in the short form, which has no keys, the text of the component.
     */
    String describe(String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
        return found(name)
                .or(() -> property.endsWith(".task") ? found(name.getParent().append("name")) : Optional.empty())
                .or(() -> found(name.getParent()))
                .map(PropertyOrigins::describe)
                .orElse(described(property));
    }

    private Optional<ConfigurationProperty> found(ConfigurationPropertyName name) {
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .map(source -> source.getConfigurationProperty(name))
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static String describe(ConfigurationProperty property) {
        Origin origin = property.getOrigin();
        return described(property.getName())
                + "%n    Value: \"%s\"".formatted(property.getValue())
                + (origin == null ? "" : "%n    Origin: %s".formatted(origin));
    }

    private static String described(Object property) {
        return "    Property: " + property;
    }
}

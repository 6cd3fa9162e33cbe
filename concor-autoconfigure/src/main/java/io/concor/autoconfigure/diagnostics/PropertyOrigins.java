package io.concor.autoconfigure.diagnostics;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** Where properties come from. */
record PropertyOrigins(Environment environment) {

    /**
     * The property's name and, where it is there, its value and the place where it was written. A component in the
     * short form has no keys: what would be below it is the text in its place.
     */
    String describe(String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
        return found(name)
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

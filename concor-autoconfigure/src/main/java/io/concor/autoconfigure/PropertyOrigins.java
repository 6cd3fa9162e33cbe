package io.concor.autoconfigure;

import java.util.Objects;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** Where properties come from. */
record PropertyOrigins(Environment environment) {

    /** The property's name and, where it is there, its value and the place where it was written. */
    String describe(String property) {
        return "    Property: " + property + found(property);
    }

    private String found(String name) {
        ConfigurationPropertyName known = ConfigurationPropertyName.adapt(name, '.');
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .map(source -> source.getConfigurationProperty(known))
                .filter(Objects::nonNull)
                .findFirst()
                .map(PropertyOrigins::describe)
                .orElse("");
    }

    private static String describe(ConfigurationProperty property) {
        Origin origin = property.getOrigin();
        return "%n    Value: \"%s\"".formatted(property.getValue())
                + (origin == null ? "" : "%n    Origin: %s".formatted(origin));
    }
}

package io.concor.autoconfigure.diagnostics;

import io.concor.text.Sentence;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** Describes the values and origins of properties. */
record PropertyOrigins(Environment environment) {

    /**
     * Describes a property: its name and, if it is present, its value and origin. For the task of a component that has
     * only a name, this is the name; for a component in the short form, which has no keys, the text of the component; for
     * one of a list in one line, that line.
     */
    String describe(String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
        List<ConfigurationPropertySource> sources = sources(name);
        return found(sources, name)
                .or(() -> property.endsWith(".task")
                        ? found(sources, name.getParent().append("name"))
                        : Optional.empty())
                .or(() -> found(sources, name.getParent()))
                .or(() -> list(name).flatMap(list -> found(sources, list)))
                .map(PropertyOrigins::describe)
                .orElse(described(property));
    }

    /**
     * Boot binds a list from one source only, the first that has its beginning. Elements of it in other sources have no
     * effect, so their values and origins would mislead.
     */
    private List<ConfigurationPropertySource> sources(ConfigurationPropertyName name) {
        List<ConfigurationPropertySource> all = StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .toList();
        return list(name)
                .flatMap(list ->
                        all.stream().filter(source -> holds(source, list)).findFirst())
                .map(List::of)
                .orElse(all);
    }

    /** Returns the list that a property is an element of, or below one. */
    private static Optional<ConfigurationPropertyName> list(ConfigurationPropertyName name) {
        return IntStream.range(0, name.getNumberOfElements())
                .filter(name::isNumericIndex)
                .mapToObj(name::chop)
                .findFirst();
    }

    private static boolean holds(ConfigurationPropertySource source, ConfigurationPropertyName list) {
        ConfigurationPropertyName beginning = list.append("[0]");
        return Stream.of(list, beginning).anyMatch(known -> source.getConfigurationProperty(known) != null)
                || source.containsDescendantOf(beginning) == ConfigurationPropertyState.PRESENT;
    }

    private static Optional<ConfigurationProperty> found(
            List<ConfigurationPropertySource> sources, ConfigurationPropertyName name) {
        return sources.stream()
                .map(source -> source.getConfigurationProperty(name))
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static String describe(ConfigurationProperty property) {
        Origin origin = property.getOrigin();
        return described(property.getName())
                + Sentence.of("%n    Value: \"%s\"", property.getValue())
                + (origin == null ? "" : Sentence.of("%n    Origin: %s", origin));
    }

    private static String described(Object property) {
        return "    Property: " + property;
    }
}

package io.concor.autoconfigure.properties;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.io.support.SpringFactoriesLoader;

/**
 * A section below {@code concor} that another module binds and checks itself. Its implementation is named in {@code
 * META-INF/spring.factories}.
 */
public interface OtherSection {

    /** Returns the key of the section, such as {@code queue-server}. */
    String key();

    /** Returns the keys of all such sections, without hyphens. */
    static Set<String> keys() {
        return SpringFactoriesLoader.loadFactories(OtherSection.class, OtherSection.class.getClassLoader()).stream()
                .map(section -> PropertyKeys.uniform(section.key()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether a property below {@code concor} is in one of these sections. */
    static boolean has(Set<String> keys, ConfigurationPropertyName property) {
        return property.getNumberOfElements() > 1
                && keys.contains(property.getElement(1, ConfigurationPropertyName.Form.UNIFORM));
    }

    /** Returns whether a variable is of one of these sections, also with underscores in place of hyphens. */
    static boolean has(Set<String> keys, String variable) {
        String rest = variable.toLowerCase(Locale.ROOT)
                .substring(PropertyPath.PREFIX.length() + 1)
                .replace("_", "");
        return keys.stream().anyMatch(rest::startsWith);
    }
}

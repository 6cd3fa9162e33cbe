package io.concor.autoconfigure.properties;

import java.util.Collection;
import java.util.List;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * The names that the keys of one map mean.
 *
 * @param path the path of the map, for errors
 * @param map the name of the map, in which keys of maps above it are canonical
 * @param names the names
 */
record CanonicalKeys(PropertyPath path, ConfigurationPropertyName map, KnownNames names) {

    static CanonicalKeys of(PropertyPath path, KnownNames names) {
        return new CanonicalKeys(path, ConfigurationPropertyName.of(path.property()), names);
    }

    static CanonicalKeys ofSlots(String flow, FlowSettings settings) {
        PropertyPath path = PropertyPath.flow(flow);
        return new CanonicalKeys(
                path.at("slots"),
                append(ConfigurationPropertyName.of(PropertyPath.of("flows").property()), flow)
                        .append("slots"),
                new KnownNames(settings.components(path)));
    }

    /**
     * Whether some keys are not the names that they mean.
     *
     * @throws CollidingKeysException if a key means several names
     */
    boolean renameSome(Collection<String> keys) {
        return keys.stream()
                        .filter(key -> !names.requireOne(path, key).equals(key))
                        .count()
                > 0; // checks all keys
    }

    /** Returns a property of the map, with the name that its key means. */
    ConfigurationPropertyName canonical(ConfigurationPropertyName property) {
        if (!map.isAncestorOf(property)) {
            return property;
        }
        int key = map.getNumberOfElements();
        ConfigurationPropertyName entry = append(map, names.requireOne(path, property.getElement(key, Form.ORIGINAL)));
        return withBeginning(entry, property);
    }

    /**
     * Replaces the beginning of a name by one with as many elements. Parses the name, because {@link
     * ConfigurationPropertyName#subName} fails for a name to which another one was appended.
     */
    static ConfigurationPropertyName withBeginning(
            ConfigurationPropertyName beginning, ConfigurationPropertyName name) {
        int size = beginning.getNumberOfElements();
        return name.getNumberOfElements() == size
                ? beginning
                : beginning.append(
                        ConfigurationPropertyName.adapt(name.toString(), '.').subName(size));
    }

    static ConfigurationPropertyName canonical(ConfigurationPropertyName property, List<CanonicalKeys> maps) {
        ConfigurationPropertyName canonical = property;
        for (CanonicalKeys keys : maps) {
            canonical = keys.canonical(canonical);
        }
        return canonical;
    }

    /** Always in brackets, in which all characters count. */
    private static ConfigurationPropertyName append(ConfigurationPropertyName map, String key) {
        return map.append("[" + key + "]");
    }
}

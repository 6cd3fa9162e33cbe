package io.concor.autoconfigure.properties;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;

/**
 * A source that has the names which the keys of maps mean in place of the keys that it writes. So the order of the
 * sources decides about each property, whichever spelling each source has.
 */
final class CanonicalSource implements IterableConfigurationPropertySource {

    private final IterableConfigurationPropertySource source;
    private final List<CanonicalKeys> maps;
    /** By the canonical name of an entry of a map: the names that it has in the source. */
    private final Map<ConfigurationPropertyName, Set<ConfigurationPropertyName>> entries = new LinkedHashMap<>();

    /** @param maps a map within another one after that one */
    private CanonicalSource(IterableConfigurationPropertySource source, List<CanonicalKeys> maps) {
        this.source = source;
        this.maps = maps;
        source.stream().forEach(this::addEntries);
    }

    /** Returns a source with canonical keys. A source that does not list its properties is asked for canonical ones only. */
    static ConfigurationPropertySource of(ConfigurationPropertySource source, List<CanonicalKeys> maps) {
        return source instanceof IterableConfigurationPropertySource listed
                ? new CanonicalSource(listed, maps)
                : source;
    }

    private void addEntries(ConfigurationPropertyName written) {
        ConfigurationPropertyName canonical = CanonicalKeys.canonical(written, maps);
        maps.stream()
                .map(CanonicalKeys::map)
                .filter(map -> map.isAncestorOf(canonical))
                .forEach(map -> {
                    int size = map.getNumberOfElements() + 1;
                    entries.computeIfAbsent(canonical.chop(size), entry -> new LinkedHashSet<>())
                            .add(written.chop(size));
                });
    }

    @Override
    public Stream<ConfigurationPropertyName> stream() {
        return source.stream()
                .map(written -> CanonicalKeys.canonical(written, maps))
                .distinct();
    }

    @Override
    public @Nullable ConfigurationProperty getConfigurationProperty(ConfigurationPropertyName name) {
        return written(name)
                .map(source::getConfigurationProperty)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    public ConfigurationPropertyState containsDescendantOf(ConfigurationPropertyName name) {
        return written(name)
                .map(source::containsDescendantOf)
                .min(Comparator.naturalOrder()) // present, absent, unknown
                .orElse(ConfigurationPropertyState.ABSENT);
    }

    /** Returns the names that a property may have in the source. */
    private Stream<ConfigurationPropertyName> written(ConfigurationPropertyName name) {
        for (int size = name.getNumberOfElements(); size > 0; size--) {
            Set<ConfigurationPropertyName> written = entries.get(name.chop(size));
            if (written != null) {
                return written.stream().map(entry -> CanonicalKeys.withBeginning(entry, name));
            }
        }
        return Stream.of(name);
    }

    @Override
    public @Nullable Object getUnderlyingSource() {
        return source.getUnderlyingSource();
    }
}

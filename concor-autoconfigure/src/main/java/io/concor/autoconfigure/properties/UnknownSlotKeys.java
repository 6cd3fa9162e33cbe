package io.concor.autoconfigure.properties;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * Finds unknown keys of slots. Boot's strict binding misses them: below an element of a list, it checks one level only.
 */
final class UnknownSlotKeys {

    private static final Pattern SLOT_KEY =
            Pattern.compile("concor\\.flows\\..+(?:\\.tasks\\[\\d+]\\.slot|\\.slots(?:\\[[^]]+]|\\.[^.\\[]+))\\.(.+)");
    private static final List<String> KNOWN = PropertyKeys.of(SlotSettings.class).stream()
            .map(PropertyKeys::uniform)
            .toList();

    private UnknownSlotKeys() {}

    /**
     * Rejects unknown keys of slots, except in {@linkplain UnknownVariables environment variables}.
     *
     * @throws UnboundConfigurationPropertiesException if a key is unknown
     */
    static void check(Environment environment) {
        Set<ConfigurationProperty> unknown = new LinkedHashSet<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource names
                    && !UnknownVariables.isEnvironment(source)) {
                names.stream()
                        .filter(UnknownSlotKeys::unknown)
                        .map(source::getConfigurationProperty)
                        .forEach(unknown::add);
            }
        }
        if (!unknown.isEmpty()) {
            throw new UnboundConfigurationPropertiesException(unknown);
        }
    }

    private static boolean unknown(ConfigurationPropertyName name) {
        Matcher key = SLOT_KEY.matcher(name.toString());
        return key.matches() && !KNOWN.contains(PropertyKeys.uniform(key.group(1)));
    }
}

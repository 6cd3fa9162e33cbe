package io.concor.autoconfigure.properties;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Replaces the keys of all maps by the names of the flows, components and users that they mean, so that their readers need
 * not know how a source writes them.
 */
final class CanonicalKeysBindHandler extends AbstractBindHandler {

    private static final ConfigurationPropertyName FLOWS = PropertyPath.ROOT.append("flows");
    private static final ConfigurationPropertyName USERS = PropertyPath.ROOT.append("security.users");

    CanonicalKeysBindHandler(BindHandler parent) {
        super(parent);
    }

    @Override
    public @Nullable Object onSuccess(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        Object bound = super.onSuccess(name, target, context, result);
        return bound instanceof ConcorProperties properties
                ? properties.withCanonicalKeys(
                        known(FLOWS, properties.flows().keySet(), context, CanonicalKeysBindHandler::definesFlow),
                        known(USERS, properties.security().users().keySet(), context, user -> true))
                : bound;
    }

    /**
     * Returns the names that the keys of a map can mean.
     *
     * @param defines whether a property below the map defines what its key names
     */
    private static KnownNames known(
            ConfigurationPropertyName map,
            Set<String> keys,
            BindContext context,
            Predicate<ConfigurationPropertyName> defines) {
        Set<String> written = new LinkedHashSet<>();
        Set<String> defined = new LinkedHashSet<>();
        for (ConfigurationPropertySource source : context.getSources()) {
            if (source instanceof IterableConfigurationPropertySource names && writesNames(source)) {
                names.stream().filter(map::isAncestorOf).forEach(name -> {
                    String key = name.getElement(map.getNumberOfElements(), Form.ORIGINAL);
                    written.add(key);
                    if (defines.test(name)) {
                        defined.add(key);
                    }
                });
            }
        }
        Map<String, List<String>> spellings =
                keys.stream().collect(groupingBy(KnownNames::uniform, LinkedHashMap::new, toList()));
        return new KnownNames(spellings.values().stream()
                .flatMap(same -> names(same, written, defined).stream())
                .toList());
    }

    /** Environment variables have names in upper case without hyphens. */
    private static boolean writesNames(ConfigurationPropertySource source) {
        return !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource);
    }

    private static boolean definesFlow(ConfigurationPropertyName name) {
        int setting = FLOWS.getNumberOfElements() + 1;
        return name.getNumberOfElements() > setting
                && name.getElement(setting, Form.UNIFORM).equals("tasks");
    }

    /** Returns the names with definitions; without one, one of the names. */
    private static List<String> names(List<String> same, Set<String> written, Set<String> defined) {
        List<String> definitions = same.stream().filter(defined::contains).toList();
        return definitions.isEmpty()
                ? List.of(same.stream().filter(written::contains).findFirst().orElse(same.get(0)))
                : definitions;
    }
}

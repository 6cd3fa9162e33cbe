package io.concor.autoconfigure.properties;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * Replaces the keys of all maps by the names of the flows and components that they mean, so that their readers need not
 * know how a source writes them.
 */
final class CanonicalKeysBindHandler extends AbstractBindHandler {

    private static final ConfigurationPropertyName FLOWS = PropertyPath.ROOT.append("flows");
    private static final int FLOW = FLOWS.getNumberOfElements();

    CanonicalKeysBindHandler(BindHandler parent) {
        super(parent);
    }

    @Override
    public @Nullable Object onSuccess(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        Object bound = super.onSuccess(name, target, context, result);
        return bound instanceof ConcorProperties properties
                ? properties.withCanonicalKeys(flows(properties.flows().keySet(), context.getSources()))
                : bound;
    }

    private static KnownNames flows(Set<String> keys, Iterable<ConfigurationPropertySource> sources) {
        Set<String> written = new LinkedHashSet<>();
        Set<String> defined = new LinkedHashSet<>();
        for (ConfigurationPropertySource source : sources) {
            if (source instanceof IterableConfigurationPropertySource names && writesNames(source)) {
                names.stream().filter(FLOWS::isAncestorOf).forEach(name -> {
                    String flow = name.getElement(FLOW, Form.ORIGINAL);
                    written.add(flow);
                    if (definesFlow(name)) {
                        defined.add(flow);
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
        return name.getNumberOfElements() > FLOW + 1
                && name.getElement(FLOW + 1, Form.UNIFORM).equals("tasks");
    }

    /** Returns the names with which flows are defined; without a definition, one of the names. */
    private static List<String> names(List<String> same, Set<String> written, Set<String> defined) {
        List<String> definitions = same.stream().filter(defined::contains).toList();
        return definitions.isEmpty()
                ? List.of(same.stream().filter(written::contains).findFirst().orElse(same.get(0)))
                : definitions;
    }
}

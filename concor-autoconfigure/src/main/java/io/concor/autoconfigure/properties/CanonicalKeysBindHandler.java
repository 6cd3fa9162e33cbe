package io.concor.autoconfigure.properties;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
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
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Replaces the keys of all maps by the names of the flows, components and users that they mean, so that their readers need
 * not know how a source writes them. If a key is not such a name, binds again from {@linkplain CanonicalSource sources}
 * with the names.
 */
final class CanonicalKeysBindHandler extends AbstractBindHandler {

    private static final ConfigurationPropertyName FLOWS = PropertyPath.ROOT.append("flows");
    private static final ConfigurationPropertyName USERS = PropertyPath.ROOT.append("security.users");

    private final Environment environment;

    CanonicalKeysBindHandler(BindHandler parent, Environment environment) {
        super(parent);
        this.environment = environment;
    }

    @Override
    public @Nullable Object onSuccess(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        Object bound = super.onSuccess(name, target, context, result);
        return bound instanceof ConcorProperties properties ? canonical(properties, context) : bound;
    }

    private ConcorProperties canonical(ConcorProperties properties, BindContext context) {
        Set<String> flows = properties.flows().keySet();
        Set<String> users = properties.security().users().keySet();
        Set<String> active = properties.presets().active().keySet();
        KnownNames knownFlows = known(FLOWS, flows, context, CanonicalKeysBindHandler::definesFlow);
        CanonicalKeys ofFlows = CanonicalKeys.of(PropertyPath.of("flows"), knownFlows);
        CanonicalKeys ofActive = CanonicalKeys.of(PropertyPath.of("presets.active"), knownFlows);
        CanonicalKeys ofUsers =
                CanonicalKeys.of(PropertyPath.of("security.users"), known(USERS, users, context, user -> true));
        List<CanonicalKeys> maps = List.of(ofFlows, ofActive, ofUsers);
        boolean renamed = ofFlows.renameSome(flows) | ofActive.renameSome(active) | ofUsers.renameSome(users);
        return withCanonicalSlots(renamed ? bindAgain(maps, context) : properties, maps, context);
    }

    private ConcorProperties withCanonicalSlots(
            ConcorProperties properties, List<CanonicalKeys> maps, BindContext context) {
        List<CanonicalKeys> withSlots = new ArrayList<>(maps);
        boolean renamed = false;
        for (Map.Entry<String, FlowSettings> flow : properties.flows().entrySet()) {
            CanonicalKeys slots = CanonicalKeys.ofSlots(flow.getKey(), flow.getValue());
            withSlots.add(slots);
            renamed |= slots.renameSome(flow.getValue().slots().keySet());
        }
        return renamed ? bindAgain(withSlots, context) : properties;
    }

    private ConcorProperties bindAgain(List<CanonicalKeys> maps, BindContext context) {
        List<ConfigurationPropertySource> sources = new ArrayList<>();
        context.getSources().forEach(source -> sources.add(CanonicalSource.of(source, maps)));
        return new Binder(sources, new PropertySourcesPlaceholdersResolver(environment))
                .bindOrCreate(
                        PropertyPath.PREFIX,
                        Bindable.of(ConcorProperties.class),
                        new EmptyValuesBindHandler(BindHandler.DEFAULT));
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

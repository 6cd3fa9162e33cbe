package io.concor.autoconfigure.properties;

import io.concor.autoconfigure.properties.section.Role;
import io.concor.text.SimilarNames;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.ResolvableType;

/**
 * The environment variables that set a property below {@code concor}. Spring reads two names for a property: with the
 * hyphens of all its keys removed, and with all replaced by underscores.
 */
final class VariableNames {

    /** Its values are texts: the rest of a name, whatever its underscores, is a key. */
    private static final String OF_ACTIVE_PRESETS = "CONCOR_PRESETS_ACTIVE_";

    private final ConcorProperties properties;
    private final Collection<String> flows;
    private final Set<String> names = new HashSet<>();
    private final Set<String> suggested = new LinkedHashSet<>();

    /**
     * Derives the names.
     *
     * @param flows the names of all flows, also of those that are built in Java
     */
    VariableNames(ConcorProperties properties, Collection<String> flows) {
        this.properties = properties;
        this.flows = flows;
        add(List.of(PropertyPath.PREFIX), ResolvableType.forClass(ConcorProperties.class));
    }

    private void add(List<String> path, ResolvableType value) {
        names.add(withoutHyphens(path));
        names.add(withUnderscores(path));
        Class<?> type = value.toClass();
        if (type.isRecord()) {
            PropertyKeys.types(type).forEach((key, below) -> add(appended(path, key), below));
        } else if (Map.class.isAssignableFrom(type)) {
            keys(path).forEach(key -> add(appended(path, key), value.getGeneric(1)));
        } else {
            suggested.add(withoutHyphens(path));
        }
        if (Collection.class.isAssignableFrom(type)) {
            add(appended(path, "0"), value.getGeneric(0));
        }
    }

    /** Returns the keys of a map that mean something. */
    private Set<String> keys(List<String> map) {
        return switch (map.get(map.size() - 1)) {
            case "flows" -> spellings(properties.flows().keySet(), flows);
            case "active" -> spellings(properties.presets().active().keySet(), flows);
            case "slots" -> slots(map.get(map.size() - 2));
            case "types" -> spellings(properties.queues().types().keySet(), List.of());
            case "users" -> spellings(properties.security().users().keySet(), List.of());
            case "roles" -> Arrays.stream(Role.values()).map(Role::toString).collect(Collectors.toSet());
            default -> throw new IllegalStateException("The keys of the map " + map + " are not known");
        };
    }

    private Set<String> slots(String flow) {
        Set<String> slots = new TreeSet<>();
        properties.flows().forEach((name, settings) -> {
            if (KnownNames.uniform(name).equals(KnownNames.uniform(flow))) {
                Set<String> written = settings.slots().keySet();
                List<String> components = settings.components(PropertyPath.flow(name));
                slots.addAll(
                        name.equals(flow)
                                ? spellings(written, components)
                                : spellings(
                                        Set.of(),
                                        Stream.concat(written.stream(), components.stream())
                                                .toList()));
            }
        });
        return slots;
    }

    /**
     * Returns keys of a map as they are, and without hyphens, which means the same.
     *
     * @param written those that another source writes at the same place: else, Spring takes underscores for the end of a key
     * @param others those that can only be without hyphens
     */
    private static Set<String> spellings(Set<String> written, Collection<String> others) {
        Set<String> spellings = new TreeSet<>(written);
        Stream.concat(written.stream(), others.stream())
                .map(KnownNames::uniform)
                .forEach(spellings::add);
        return spellings;
    }

    private static List<String> appended(List<String> path, String key) {
        return Stream.concat(path.stream(), Stream.of(key)).toList();
    }

    private static String withoutHyphens(List<String> path) {
        return path.stream()
                .map(KnownNames::uniform)
                .collect(Collectors.joining("_"))
                .toUpperCase(Locale.ROOT);
    }

    private static String withUnderscores(List<String> path) {
        return anyIndex(String.join("_", path).replace('-', '_').toUpperCase(Locale.ROOT));
    }

    private static String anyIndex(String variable) {
        return variable.replaceAll("_\\d+(?=_|$)", "_0");
    }

    boolean contains(String variable) {
        String name = variable.toUpperCase(Locale.ROOT);
        return names.contains(name) || names.contains(anyIndex(name)) || name.startsWith(OF_ACTIVE_PRESETS);
    }

    /** Returns a question that names the variables to which an unknown one is similar; empty if there is none. */
    String hint(String variable) {
        return SimilarNames.hint(variable, suggested);
    }
}

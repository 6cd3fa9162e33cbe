package io.concor.autoconfigure.properties;

import io.concor.text.Sentence;
import io.concor.text.SimilarNames;
import java.lang.reflect.Parameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.ResolvableType;

/** The known keys below {@code concor}, read from the records to which they are bound. */
public final class PropertyKeys {

    private static final List<String> OF_LISTS = Stream.of(
                    TaskSettings.class, SlotSettings.class, RetryProperties.class, TransactionSettings.class)
            .flatMap(settings -> of(settings).stream())
            .toList();

    private PropertyKeys() {}

    /** Describes all known keys for an error message. */
    public static String describe() {
        Stream<String> ofFlows = Stream.of(
                described("a flow", FlowSettings.class),
                described("a task", TaskSettings.class),
                described("a slot", SlotSettings.class),
                described("a retry", RetryProperties.class),
                described("a transaction", TransactionSettings.class),
                described("the autopilot of a flow", FlowAutopilot.class));
        return Stream.concat(ofFlows, sections("", ConcorProperties.class))
                .collect(Collectors.joining("", "Known below 'concor': " + listed(ConcorProperties.class), "."));
    }

    /** Describes the keys that have keys of their own. */
    private static Stream<String> sections(String prefix, Class<?> settings) {
        return parameters(settings)
                .filter(section -> section.getType().isRecord())
                .flatMap(section -> {
                    String name = prefix + key(section);
                    return Stream.concat(
                            Stream.of(described(name, section.getType())), sections(name + ".", section.getType()));
                });
    }

    /** Returns a question that names the known keys to which an unknown one is similar; empty if there is none. */
    public static String hint(ConfigurationPropertyName unknown) {
        ConfigurationPropertyName wrong = unknownPart(unknown);
        return place(wrong) == ResolvableType.NONE
                ? SimilarNames.hint(lastKey(wrong), of(place(wrong.getParent()).toClass()))
                : "";
    }

    /** Returns the beginning of an unknown property, up to the first unknown key. */
    public static ConfigurationPropertyName unknownPart(ConfigurationPropertyName unknown) {
        return IntStream.range(2, unknown.getNumberOfElements())
                .mapToObj(unknown::chop)
                .filter(beginning -> place(beginning) == ResolvableType.NONE)
                .findFirst()
                .orElse(unknown);
    }

    static boolean isKnown(ConfigurationPropertyName property) {
        return place(property) != ResolvableType.NONE;
    }

    /** Returns the type of the value of a property below {@code concor}; NONE if it is unknown. */
    private static ResolvableType place(ConfigurationPropertyName property) {
        ResolvableType place = ResolvableType.forClass(ConcorProperties.class);
        for (int i = 1; i < property.getNumberOfElements() && place != ResolvableType.NONE; i++) {
            place = below(place, property.getElement(i, ConfigurationPropertyName.Form.DASHED));
        }
        return place;
    }

    private static String lastKey(ConfigurationPropertyName property) {
        return property.getLastElement(ConfigurationPropertyName.Form.DASHED);
    }

    /** Returns the type of the value at a key of a map, an index of a list, or a known key; NONE for an unknown one. */
    private static ResolvableType below(ResolvableType place, String key) {
        if (place.hasGenerics()) {
            return place.getGeneric(place.getGenerics().length - 1);
        }
        return parameters(place.toClass())
                .filter(parameter -> uniform(key(parameter)).equals(uniform(key)))
                .findFirst()
                .map(PropertyKeys::type)
                .orElse(ResolvableType.NONE);
    }

    /** Removes hyphens and upper case, which relaxed binding ignores. */
    static String uniform(String key) {
        return key.replace("-", "").toLowerCase(Locale.ROOT);
    }

    private static String described(String what, Class<?> settings) {
        return Sentence.of("; of %s: %s", what, listed(settings));
    }

    private static String listed(Class<?> settings) {
        return String.join(", ", of(settings));
    }

    static List<String> of(Class<?> settings) {
        return parameters(settings).map(PropertyKeys::key).toList();
    }

    /** Returns the types of the values of the keys of settings. */
    static Map<String, ResolvableType> types(Class<?> settings) {
        Map<String, ResolvableType> types = new LinkedHashMap<>();
        parameters(settings).forEach(key -> types.put(key(key), type(key)));
        return types;
    }

    private static ResolvableType type(Parameter key) {
        return ResolvableType.forType(key.getParameterizedType());
    }

    /** Returns whether a property is an element of a list, or has a known key of such an element. */
    public static boolean isOfList(ConfigurationPropertyName property) {
        boolean inList = IntStream.range(0, property.getNumberOfElements()).anyMatch(property::isNumericIndex);
        return inList && (property.isLastElementIndexed() || OF_LISTS.contains(lastKey(property)));
    }

    private static Stream<Parameter> parameters(Class<?> settings) {
        return settings.isRecord() ? Stream.of(settings.getDeclaredConstructors()[0].getParameters()) : Stream.empty();
    }

    private static String key(Parameter component) {
        Name name = component.getAnnotation(Name.class);
        return name == null ? DataObjectPropertyName.toDashedForm(component.getName()) : name.value();
    }
}

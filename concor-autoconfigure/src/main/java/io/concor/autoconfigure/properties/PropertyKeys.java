package io.concor.autoconfigure.properties;

import io.concor.autoconfigure.properties.ConcorProperties.FlowSettings;
import io.concor.autoconfigure.properties.ConcorProperties.TaskSettings;
import io.concor.autoconfigure.properties.ConcorProperties.TransactionSettings;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** The known keys below {@code concor}, read from the records to which they are bound. */
public final class PropertyKeys {

    private static final List<String> OF_LISTS = Stream.of(
                    TaskSettings.class, SlotSettings.class, TransactionSettings.class)
            .flatMap(settings -> of(settings).stream())
            .toList();

    private PropertyKeys() {}

    /** Describes all known keys for an error message. */
    public static String describe() {
        Stream<String> ofFlows = Stream.of(
                described("a flow", FlowSettings.class),
                described("a task", TaskSettings.class),
                described("a slot", SlotSettings.class),
                described("a transaction", TransactionSettings.class));
        return Stream.concat(ofFlows, sections())
                .collect(Collectors.joining("", "Known below 'concor': " + listed(ConcorProperties.class), "."));
    }

    /** Describes the keys below {@code concor} that have keys of their own. */
    private static Stream<String> sections() {
        return parameters(ConcorProperties.class)
                .filter(section -> section.getType().isRecord())
                .map(section -> described(key(section), section.getType()));
    }

    private static String described(String what, Class<?> settings) {
        return "; of %s: %s".formatted(what, listed(settings));
    }

    private static String listed(Class<?> settings) {
        return String.join(", ", of(settings));
    }

    static List<String> of(Class<?> settings) {
        return parameters(settings).map(PropertyKeys::key).toList();
    }

    /** Returns whether a property is an element of a list, or has a known key of such an element. */
    public static boolean isOfList(ConfigurationPropertyName property) {
        boolean inList = IntStream.range(0, property.getNumberOfElements()).anyMatch(property::isNumericIndex);
        return inList
                && (property.isLastElementIndexed()
                        || OF_LISTS.contains(property.getLastElement(ConfigurationPropertyName.Form.DASHED)));
    }

    private static Stream<Parameter> parameters(Class<?> settings) {
        return Stream.of(settings.getDeclaredConstructors()[0].getParameters());
    }

    private static String key(Parameter component) {
        Name name = component.getAnnotation(Name.class);
        return name == null ? DataObjectPropertyName.toDashedForm(component.getName()) : name.value();
    }
}

package io.concor.autoconfigure.endpoint;

import io.concor.InvalidSettingException;
import io.concor.text.SafeText;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * The parameters of an operation.
 *
 * @param names the names of all
 * @param settable the names of those that may be given beside the path
 */
record OperationParameterNames(Set<String> names, Set<String> settable) {

    private static final Pattern HYPHEN = Pattern.compile("-([a-z])");

    static OperationParameterNames of(OperationParameters parameters) {
        OperationParameterNames known = new OperationParameterNames(new HashSet<>(), new TreeSet<>());
        parameters.forEach(known::add);
        return known;
    }

    private void add(OperationParameter parameter) {
        String name = parameter.getName();
        names.add(name);
        if (parameter.getAnnotation(Selector.class) == null) {
            settable.add(name);
        }
    }

    /**
     * Refuses what the operation does not know.
     *
     * @throws InvalidSettingException when a name is not known
     */
    void requireKnown(Set<String> given, OperationType type) {
        for (String name : given) {
            if (!names.contains(name)) {
                throw new InvalidSettingException(
                        SafeText.shown(name),
                        "'%s' is not known to this %s operation"
                                .formatted(SafeText.shown(name), type.name().toLowerCase(Locale.ROOT)),
                        settable.isEmpty() ? "nothing" : String.join(", ", settable));
            }
        }
    }

    /**
     * What is given, under the names of the operation: the settings of a slot may be spelled as in the configuration
     * and in presets, {@code keep-alive} for {@code keepAlive}.
     *
     * @throws InvalidSettingException when a parameter is given in both spellings
     */
    Map<String, Object> spelled(Map<String, Object> given) {
        Map<String, Object> spelled = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            String known = names.contains(camelCase(name)) ? camelCase(name) : name;
            if (spelled.containsKey(known)) {
                throw moreThanOnce(known);
            }
            spelled.put(known, value);
        });
        return spelled;
    }

    private static String camelCase(String name) {
        return HYPHEN.matcher(name).replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    }

    private static InvalidSettingException moreThanOnce(String name) {
        return new InvalidSettingException(name, "it is given more than once", "each name once");
    }

    /**
     * Refuses what comes several times in a query: Actuator makes a list of it, which would be read as one text.
     *
     * @throws InvalidSettingException when a parameter of the operation is given more than once
     */
    void requireEachOnce(Map<String, Object> given) {
        for (String name : names) {
            if (given.get(name) instanceof Collection<?>) {
                throw moreThanOnce(name);
            }
        }
    }
}

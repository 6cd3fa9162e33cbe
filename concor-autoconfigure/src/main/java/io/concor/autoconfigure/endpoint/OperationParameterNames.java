package io.concor.autoconfigure.endpoint;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import io.concor.text.SimilarNames;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * The names of the parameters of an operation.
 *
 * @param names all names
 * @param settable the names that are not part of the path
 */
record OperationParameterNames(Set<String> names, Set<String> settable) {

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

    /** Whether a misspelled name would give a wrong result: that of a change, or of a prediction for one. */
    boolean areStrict(OperationType type) {
        return type != OperationType.READ || settable.contains("threads");
    }

    /**
     * Rejects unknown parameters.
     *
     * @throws InvalidSettingException if a name is unknown
     */
    void requireKnown(Set<String> given, OperationType type) {
        for (String name : given) {
            if (!names.contains(name)) {
                throw new InvalidSettingException(
                        SafeText.shown(name),
                        Sentence.of(
                                "'%s' is unknown to this %s operation%s",
                                SafeText.shown(name),
                                type.name().toLowerCase(Locale.ROOT),
                                SimilarNames.hint(name, settable)),
                        settable.isEmpty() ? "no parameters" : String.join(", ", settable));
            }
        }
    }

    /**
     * Renames parameters to the names of the operation: the settings of a slot may be spelled as in the configuration
     * and in presets, {@code keep-alive} for {@code keepAlive}.
     *
     * @throws InvalidSettingException if a parameter is present in both spellings
     */
    Map<String, Object> normalize(Map<String, Object> given) {
        Map<String, Object> normalized = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            String camelCase = SettingFormat.camelCase(name);
            String known = names.contains(camelCase) ? camelCase : name;
            if (normalized.containsKey(known)) {
                throw moreThanOnce(known);
            }
            normalized.put(known, value);
        });
        return normalized;
    }

    private static InvalidSettingException moreThanOnce(String name) {
        return new InvalidSettingException(name, "it is present more than once", "each name once");
    }

    /**
     * Rejects repeated query parameters: Actuator collects them in a list, which would be converted to a single text.
     *
     * @throws InvalidSettingException if a parameter of the operation is present more than once
     */
    void requireUniqueNames(Map<String, Object> given) {
        for (String name : names) {
            if (given.get(name) instanceof Collection<?>) {
                throw moreThanOnce(name);
            }
        }
    }
}

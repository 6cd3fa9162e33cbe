package io.concor.autoconfigure.preset;

import io.concor.InvalidSettingException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import io.concor.text.SimilarNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A map in the text of a preset, which is read strictly: unknown keys and values of another type are rejected. Messages
 * name the type of a value but do not quote it, because the text may not be a preset.
 */
final class YamlSection {

    private static final String ROOT = "the text";

    private final String name;
    private final Map<String, @Nullable Object> values;

    private YamlSection(String name, Map<String, @Nullable Object> values) {
        this.name = name;
        this.values = values;
    }

    static YamlSection whole(@Nullable Object content) {
        return of(ROOT, content);
    }

    private static YamlSection of(String name, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new InvalidSettingException(
                    name,
                    value == null ? "it is missing or empty" : "it is " + type(value),
                    "keys with values, {} for none");
        }
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        map.forEach((key, content) -> {
            String known = key(name, key);
            if (values.containsKey(known)) {
                throw new InvalidSettingException(
                        name,
                        Sentence.of("it has the key '%s' with and without brackets", SafeText.shown(known)),
                        "each key once");
            }
            values.put(known, content);
        });
        return new YamlSection(name, values);
    }

    private static String key(String section, @Nullable Object key) {
        if (key instanceof String text) {
            return text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        }
        throw new InvalidSettingException(section, "it has a key that is not text", "a key in quotes");
    }

    String name() {
        return name;
    }

    boolean has(String field) {
        return values.containsKey(field);
    }

    Set<String> names() {
        return values.keySet();
    }

    String path(String field) {
        String shown = SafeText.shown(field);
        return name.equals(ROOT) ? shown : name + "." + shown;
    }

    void allow(String... known) {
        for (String key : values.keySet()) {
            if (!List.of(known).contains(key)) {
                throw new InvalidSettingException(
                        path(key), "it is unknown" + SimilarNames.hint(key, List.of(known)), String.join(", ", known));
            }
        }
    }

    YamlSection section(String field) {
        return of(path(field), values.get(field));
    }

    /**
     * Returns the elements of a list. A text becomes a section that has the text as the value of the short form's key.
     */
    List<YamlSection> list(String field, String shortForm) {
        if (!(values.get(field) instanceof List<?> entries) || entries.isEmpty()) {
            throw new InvalidSettingException(path(field), "it is not a list with elements", "a list");
        }
        List<YamlSection> sections = new ArrayList<>();
        for (Object entry : entries) {
            Object content = entry instanceof String text ? Map.of(shortForm, text) : entry;
            sections.add(of(Sentence.of("%s[%d]", path(field), sections.size()), content));
        }
        return sections;
    }

    @Nullable
    String text(String field) {
        return value(field, String.class, "a text");
    }

    @Nullable
    Integer wholeNumber(String field) {
        return value(field, Integer.class, "a whole number up to " + Integer.MAX_VALUE);
    }

    private <T> @Nullable T value(String field, Class<T> type, String allowed) {
        Object value = values.get(field);
        if (value == null && values.containsKey(field)) {
            throw new InvalidSettingException(path(field), "it has no value", allowed);
        }
        if (value != null && !type.isInstance(value)) {
            throw new InvalidSettingException(path(field), "it is " + type(value), allowed);
        }
        return type.cast(value);
    }

    private static String type(Object value) {
        if (value instanceof Map<?, ?>) {
            return "a map";
        }
        if (value instanceof List<?>) {
            return "a list";
        }
        if (value instanceof Number) {
            return "a number";
        }
        if (value instanceof Boolean) {
            return "true or false";
        }
        return value instanceof String ? "a text" : "of a type that a preset does not have";
    }
}

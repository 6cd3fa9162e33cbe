package io.concor.autoconfigure.properties;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The page of all properties, generated from the metadata that editors read. */
final class ReferencePage {

    private static final String METADATA = "/META-INF/spring-configuration-metadata.json";
    private static final String OF_TYPE = "/META-INF/spring/configuration-metadata/%s.json";
    private static final Pattern OURS = Pattern.compile("io[.]concor[.][\\w.$]+");
    private static final String FOOT = """

            This page is generated: [contributing](contributing.md#add-a-slot-setting) has the command.
            """;
    private static final String HEAD = """
            # Properties

            All properties by name. [configuration.md](configuration.md) explains them with examples. `<name>` is the name of a flow, a
            component, a message type or a user, `[]` an element of a list, `<id>` the id of an [endpoint](endpoints.md).

            """;

    /** A property, or a group of properties that has no value of its own. */
    record Property(String name, String type, String value, String description) {

        String row() {
            String values = Stream.of(words(type), value.isEmpty() ? "" : "default " + value)
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining("; "));
            return "* `%s`%s: %s%n".formatted(name, values.isEmpty() ? "" : " (" + values + ")", description);
        }
    }

    private ReferencePage() {}

    static String text() {
        return HEAD
                + properties()
                        .map(Property::row)
                        .map(ReferencePage::ofAnyEndpoint)
                        .distinct()
                        .collect(Collectors.joining())
                + FOOT;
    }

    /** The properties that Actuator gives each endpoint are listed once. */
    private static String ofAnyEndpoint(String row) {
        return row.replaceAll("management.endpoint.concor[a-z]*", "management.endpoint.<id>")
                .replaceAll("the concor[a-z]* endpoint", "the endpoint");
    }

    static Stream<Property> properties() {
        Map<String, String> described = new HashMap<>();
        return properties(METADATA).flatMap(property -> withNested("", property, described));
    }

    /**
     * Adds the properties inside, if the type is a map, a list or a type of Concor; those of a type are listed once.
     */
    private static Stream<Property> withNested(
            String prefix, Map<String, Object> metadata, Map<String, String> described) {
        String name = prefix + metadata.get("name");
        String type = String.valueOf(metadata.get("type"));
        String inside = name + separator(type);
        List<Map<String, Object>> nested = nested(type);
        String listed = nested.isEmpty() ? null : described.putIfAbsent(type.replaceAll(".*[<,]|>", ""), inside);
        Property property = new Property(name, type, value(metadata), description(metadata, listed));
        Stream<Map<String, Object>> unlisted = listed == null ? nested.stream() : Stream.empty();
        return Stream.concat(Stream.of(property), unlisted.flatMap(inner -> withNested(inside, inner, described)));
    }

    private static String value(Map<String, Object> metadata) {
        Object value = metadata.get("defaultValue");
        return value == null ? "" : "`" + String.valueOf(value).replace('_', '-') + "`";
    }

    private static String description(Map<String, Object> metadata, @Nullable String listed) {
        String description = String.valueOf(metadata.getOrDefault("description", ""));
        return listed == null ? description : "%s Keys as in `%s*`.".formatted(description, listed);
    }

    private static List<Map<String, Object>> nested(String type) {
        Matcher ours = OURS.matcher(type);
        return ours.find() ? properties(OF_TYPE.formatted(ours.group())).toList() : List.of();
    }

    private static String separator(String type) {
        if (type.startsWith("java.util.Map")) {
            return ".<name>.";
        }
        return isList(type) ? "[]." : ".";
    }

    private static boolean isList(String type) {
        return type.startsWith("java.util.List") || type.startsWith("java.util.Set");
    }

    private static Stream<Map<String, Object>> properties(String resource) {
        try (InputStream file = ConcorProperties.class.getResourceAsStream(resource)) {
            return file == null ? Stream.empty() : read(JsonPath.parse(file)).stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Map<String, Object>> read(DocumentContext metadata) {
        return metadata.read("$.properties[*]");
    }

    private static String words(String type) {
        String inner = type.replaceAll(".*[<,]|>", "");
        String word =
                switch (inner) {
                    case "java.lang.Integer" -> "whole number";
                    case "java.lang.Double" -> "number";
                    case "java.lang.Boolean" -> "true or false";
                    case "java.time.Duration" -> "time";
                    case "java.lang.String" -> "text";
                    case "org.springframework.util.unit.DataSize" -> "size";
                    default -> constants(inner);
                };
        String several = type.startsWith("java.util.Map") ? "by name" : isList(type) ? "list" : "";
        return (several + " " + word).strip();
    }

    private static String constants(String type) {
        try {
            Object[] constants = Class.forName(type).getEnumConstants();
            return constants == null
                    ? ""
                    : Arrays.stream(constants).map(ReferencePage::word).collect(Collectors.joining(", "));
        } catch (ClassNotFoundException unknown) {
            throw new IllegalStateException(type, unknown);
        }
    }

    private static String word(Object constant) {
        String name = Objects.requireNonNull(((Enum<?>) constant).name());
        return "`" + name.toLowerCase(Locale.ROOT).replace('_', '-') + "`";
    }
}

package io.concor.autoconfigure.properties;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of all properties, made of the metadata that editors read. */
final class ReferencePage {

    private static final String METADATA = "/META-INF/spring-configuration-metadata.json";
    private static final String OF_TYPE = "/META-INF/spring/configuration-metadata/%s.json";
    private static final Pattern OURS = Pattern.compile("io[.]concor[.][\\w.$]+");
    private static final String HEAD = """
            # Reference of all properties

            Made of the configuration metadata that editors read, which is made of the code; do not edit it. After a change:

            ```sh
            mvn -q -pl concor-core,concor-autoconfigure test -Dtest=ReferencePageTests -Dconcor.docs.write=true -Dsurefire.failIfNoSpecifiedTests=false
            ```

            `<name>` stands for the name of a flow or a component, `[]` for the elements of a list. What the properties are for, with
            examples, is told in [configuration.md](configuration.md).

            | property | value | default | what |
            |---|---|---|---|
            """;

    /** A property, or a group of properties that has no value of its own. */
    record Property(String name, String type, String value, String description) {

        String row() {
            return "| `%s` | %s | %s | %s |%n".formatted(name, words(type), value, description.replace("|", "\\|"));
        }
    }

    private ReferencePage() {}

    static String text() {
        return HEAD + properties().map(Property::row).collect(Collectors.joining());
    }

    static Stream<Property> properties() {
        return properties(METADATA).flatMap(property -> withNested("", property));
    }

    /** With those of the type of its values, where it is a map, a list or one of ours. */
    private static Stream<Property> withNested(String prefix, Map<String, Object> metadata) {
        String name = prefix + metadata.get("name");
        String type = String.valueOf(metadata.get("type"));
        Object value = metadata.get("defaultValue");
        Property property = new Property(
                name,
                type,
                value == null ? "" : "`" + String.valueOf(value).replace('_', '-') + "`",
                String.valueOf(metadata.getOrDefault("description", "")));
        return Stream.concat(
                Stream.of(property), nested(type).flatMap(inner -> withNested(name + separator(type), inner)));
    }

    private static Stream<Map<String, Object>> nested(String type) {
        Matcher ours = OURS.matcher(type);
        return ours.find() ? properties(OF_TYPE.formatted(ours.group())) : Stream.empty();
    }

    private static String separator(String type) {
        if (type.startsWith("java.util.Map")) {
            return ".<name>.";
        }
        return type.startsWith("java.util.List") ? "[]." : ".";
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
                    case "java.lang.Boolean" -> "true or false";
                    case "java.time.Duration" -> "time";
                    case "java.lang.String" -> "text";
                    case "org.springframework.util.unit.DataSize" -> "size";
                    default -> constants(inner);
                };
        String several = type.startsWith("java.util.Map") ? "by name" : type.startsWith("java.util.List") ? "list" : "";
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

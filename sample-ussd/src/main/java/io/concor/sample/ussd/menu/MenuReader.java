package io.concor.sample.ussd.menu;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** Reads the file of the menus. */
public final class MenuReader {

    private static final JsonMapper FIELDS = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final MenuFile EMPTY = new MenuFile(null, null, null, null);

    private MenuReader() {}

    /**
     * Reads the menus and checks them.
     *
     * @throws InvalidMenusException if the file cannot be read or is invalid
     */
    public static Menus read(Resource file) {
        try {
            return Menus.of(written(yaml().load(text(file))));
        } catch (CharacterCodingException e) {
            throw unreadable(file, "it is no text in UTF-8", "save it as UTF-8", e);
        } catch (IOException e) {
            throw unreadable(file, e.getMessage(), "name a file that exists and is readable", e);
        } catch (YAMLException e) {
            throw unreadable(file, e.getMessage(), "write YAML, each key once and without aliases", e);
        } catch (JacksonException e) {
            throw unreadable(
                    file,
                    why(e),
                    "write default-text, unknown-service-text, services and menus, each menu with text and choices,"
                            + " each choice with text and menu",
                    e);
        }
    }

    private static String text(Resource file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(file.getContentAsByteArray());
        return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    }

    private static MenuFile written(@Nullable Object yaml) {
        return yaml == null ? EMPTY : FIELDS.convertValue(yaml, MenuFile.class);
    }

    /** Without aliases: a menu could contain itself. */
    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setMaxAliasesForCollections(0);
        return new Yaml(new SafeConstructor(options));
    }

    /** Describes the error in terms of the file, not of the classes. */
    private static String why(JacksonException unfit) {
        String place = unfit.getPath().stream()
                .map(step -> step.getPropertyName() == null ? "[" + step.getIndex() + "]" : step.getPropertyName())
                .collect(Collectors.joining("."));
        return place.isEmpty()
                ? "it is no YAML of keys and values"
                : String.format(
                        Locale.ROOT,
                        "%s is %s",
                        place,
                        unfit instanceof UnrecognizedPropertyException ? "not known" : "of the wrong kind");
    }

    private static InvalidMenusException unreadable(
            Resource file, @Nullable String why, String action, Exception cause) {
        return new InvalidMenusException(file.getDescription() + " cannot be read, " + why, action, cause);
    }
}

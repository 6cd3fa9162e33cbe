package io.concor.sample.ussd;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** Reads the file of the menus. */
final class MenuReader {

    private static final JsonMapper FIELDS = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final MenuFile EMPTY = new MenuFile(null, null, null, null);

    private MenuReader() {}

    /**
     * Reads the menus and checks them.
     *
     * @throws InvalidMenusException if they cannot be read, or cannot be used
     */
    static Menus read(Resource file) {
        try (InputStream text = file.getInputStream()) {
            MenuFile written = FIELDS.convertValue(yaml().load(text), MenuFile.class);
            return Menus.of(written == null ? EMPTY : written);
        } catch (IOException e) {
            throw unreadable(file, e.getMessage(), "name a file that is there and may be read", e);
        } catch (YAMLException e) {
            throw unreadable(file, e.getMessage(), "write YAML, each key once", e);
        } catch (JacksonException e) {
            throw unreadable(
                    file,
                    e.getOriginalMessage(),
                    "write default-text, unknown-service-text, services and menus, each menu with text and choices,"
                            + " each choice with text and menu",
                    e);
        }
    }

    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return new Yaml(new SafeConstructor(options));
    }

    private static InvalidMenusException unreadable(
            Resource file, @Nullable String why, String action, Exception cause) {
        return new InvalidMenusException(file.getDescription() + " cannot be read, " + why, action, cause);
    }
}

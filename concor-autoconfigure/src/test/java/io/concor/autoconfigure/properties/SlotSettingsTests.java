package io.concor.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.concor.SlotSetting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import tools.jackson.databind.json.JsonMapper;

/** The form of the settings of a slot that the configuration binds. */
class SlotSettingsTests {

    private static final Path CONSOLE = Path.of("../concor-console/web/src/common/slotSettings.json");

    @Test
    void hasTheSettingsOfTheTableInTheirOrder() {
        assertThat(PropertyKeys.of(SlotSettings.class))
                .isEqualTo(SlotSetting.all().stream().map(SlotSetting::toString).toList());
    }

    static List<SlotSetting<?>> all() {
        return SlotSetting.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void hasTheTypeOfEachSetting(SlotSetting<?> setting) {
        assertThat(PropertyKeys.types(SlotSettings.class)
                        .get(setting.toString())
                        .toClass())
                .isEqualTo(setting.type().isEnum() ? String.class : setting.type());
    }

    @ParameterizedTest
    @MethodSource("all")
    void describesTheBoundsOfEachSetting(SlotSetting<?> setting) throws IOException {
        String place = "/META-INF/spring/configuration-metadata/" + SlotSettings.class.getName() + ".json";
        try (InputStream metadata = SlotSettings.class.getResourceAsStream(place)) {
            List<String> described =
                    JsonPath.parse(metadata).read("$.properties[?(@.name == '%s')].description".formatted(setting));
            assertThat(described).singleElement().asString().contains(bounds(setting));
        }
    }

    private static List<String> bounds(SlotSetting<?> setting) {
        return setting.type().isEnum() ? List.of(setting.allowed().split(", ")) : List.of(setting.allowed());
    }

    @Test
    void bindsEachSetting() {
        Map<String, Object> values = new LinkedHashMap<>();
        SlotSetting.all().forEach(setting -> values.put(setting.toString(), valid(setting)));
        MapConfigurationPropertySource properties = new MapConfigurationPropertySource();
        values.forEach((name, value) -> properties.put("slot." + name, value));

        FlatSettings bound =
                new Binder(properties).bind("slot", SlotSettings.class).get().flat();

        assertThat(bound.byName(SlotSetting::toString)).isEqualTo(values);
    }

    private static Object valid(SlotSetting<?> setting) {
        if (setting.type() == Integer.class) {
            return 1;
        }
        return setting.type() == Duration.class
                ? "1s"
                : setting.type().getEnumConstants()[0].toString();
    }

    @Test
    void areTheTableOfTheConsole() throws IOException {
        String table = SlotSetting.all().stream()
                .map(SlotSettingsTests::line)
                .collect(Collectors.joining(",\n  ", "[\n  ", "\n]\n"));
        if (Boolean.getBoolean("concor.docs.write")) {
            Files.writeString(CONSOLE, table);
        }
        assertThat(CONSOLE).as("see docs/contributing.md").hasContent(table);
    }

    private static String line(SlotSetting<?> setting) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("name", setting.toString());
        line.put("field", SettingFormat.camelCase(setting.toString()));
        line.put("type", type(setting));
        line.put("words", setting.type().isEnum() ? setting.allowed().split(", ") : null);
        line.put("pool", setting.pool());
        line.put("kind", setting.kind());
        line.put("default", setting.defaultValue());
        line.put("optional", setting.isOptional());
        line.put("text", setting.text());
        line.values().removeIf(Objects::isNull);
        line.replaceAll((name, value) -> text(value));
        return JsonMapper.shared().writeValueAsString(line);
    }

    private static String type(SlotSetting<?> setting) {
        if (setting.type().isEnum()) {
            return "words";
        }
        return setting.type() == Duration.class ? "time" : "number";
    }

    private static @Nullable Object text(@Nullable Object value) {
        Object word = value instanceof Enum<?> ? value.toString() : value;
        return word instanceof Duration time ? SettingFormat.format(time) : word;
    }
}

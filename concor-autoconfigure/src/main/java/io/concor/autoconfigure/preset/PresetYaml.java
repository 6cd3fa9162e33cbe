package io.concor.autoconfigure.preset;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.Preset;
import io.concor.PresetStoreException;
import io.concor.autoconfigure.SettingText;
import io.concor.autoconfigure.SlotSettings;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** The text of a preset: a header of comments, when and why it was saved, and its slots as in the configuration. */
final class PresetYaml {

    private static final String HEADER = """
            # Preset '%s' of flow '%s'.
            # The slots are written as in the application's configuration; a slot that is not named here is empty.
            """;

    String write(Preset preset) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("saved-at", preset.savedAt().toString());
        if (preset.reason() != null) {
            content.put("reason", preset.reason());
        }
        Map<String, Object> slots = new LinkedHashMap<>();
        preset.slots().forEach((slot, join) -> slots.put(slot, settings(SlotSettings.of(join))));
        content.put("slots", slots);
        return HEADER.formatted(preset.name(), preset.flow())
                + StrictYaml.create().dump(content);
    }

    Preset read(String flow, String name, String text, Instant modified) {
        try {
            Section content = Section.whole(load(text));
            content.allow("saved-at", "reason", "slots");
            return new Preset(
                    flow, name, slots(content.section("slots")), savedAt(content, modified), content.text("reason"));
        } catch (InvalidSettingException wrong) {
            String reason = "%s: %s; allowed: %s".formatted(wrong.field(), wrong.reason(), wrong.allowed());
            throw broken(flow, name, reason, wrong);
        } catch (MarkedYAMLException wrong) {
            throw broken(flow, name, "line %d: %s".formatted(line(wrong), SettingText.shown(problem(wrong))), wrong);
        } catch (YAMLException wrong) {
            throw broken(flow, name, SettingText.shown(problem(wrong)), wrong);
        }
    }

    private static @Nullable Object load(String text) {
        Yaml yaml = StrictYaml.create();
        return yaml.load(text);
    }

    private static Map<String, JoinSettings> slots(Section slots) {
        Map<String, JoinSettings> filled = new LinkedHashMap<>();
        slots.names().forEach(slot -> join(slots, slot, filled));
        return filled;
    }

    private static void join(Section slots, String slot, Map<String, JoinSettings> filled) {
        Section settings = slots.section(slot);
        settings.allow("pool", "threads", "capacity", "wait", "keep-alive");
        try {
            slot(settings).toJoinSettings().ifPresent(join -> filled.put(slot, join));
        } catch (InvalidSettingException wrong) {
            throw wrong.field().startsWith(settings.name())
                    ? wrong
                    : new InvalidSettingException(settings.path(wrong.field()), wrong.reason(), wrong.allowed());
        }
    }

    private static SlotSettings slot(Section settings) {
        String keepAlive = settings.text("keep-alive");
        return new SlotSettings(
                settings.text("pool"),
                settings.wholeNumber("threads"),
                settings.wholeNumber("capacity"),
                settings.text("wait"),
                keepAlive == null ? null : SettingText.time("keep-alive", keepAlive));
    }

    private static Map<String, Object> settings(SlotSettings slot) {
        Map<String, Object> settings = new LinkedHashMap<>();
        put(settings, "pool", slot.pool());
        put(settings, "threads", slot.threads());
        put(settings, "capacity", slot.capacity());
        put(settings, "wait", slot.waiting());
        put(settings, "keep-alive", slot.keepAlive() == null ? null : SettingText.text(slot.keepAlive()));
        return settings;
    }

    private static void put(Map<String, Object> settings, String name, @Nullable Object value) {
        if (value != null) {
            settings.put(name, value);
        }
    }

    private static Instant savedAt(Section content, Instant modified) {
        String text = content.text("saved-at");
        return text == null ? modified : SettingText.instant("saved-at", text);
    }

    private static int line(MarkedYAMLException wrong) {
        return wrong.getProblemMark() == null ? 1 : wrong.getProblemMark().getLine() + 1;
    }

    private static String problem(YAMLException wrong) {
        String problem = wrong instanceof MarkedYAMLException marked ? marked.getProblem() : wrong.getMessage();
        return problem == null ? "it is not YAML" : problem;
    }

    private static PresetStoreException broken(String flow, String name, String reason, Exception cause) {
        return new PresetStoreException(flow, name, "its file is broken: " + reason, cause);
    }
}

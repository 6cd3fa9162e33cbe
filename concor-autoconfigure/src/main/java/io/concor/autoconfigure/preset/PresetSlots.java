package io.concor.autoconfigure.preset;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.SlotSetting;
import io.concor.autoconfigure.properties.FlatSettings;
import io.concor.autoconfigure.properties.SettingFormat;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a flow in the text of a preset: those at its tasks and those at {@code slots}, which take precedence.
 */
final class PresetSlots {

    /** The known keys of a flow; the last three do not concern slots. */
    static final String[] KEYS = {"slots", "tasks", "max-in-flight", "timeout", "transactions"};

    private final Map<String, Optional<JoinSettings>> slots = new LinkedHashMap<>();
    private final Set<String> byKind = new LinkedHashSet<>();

    PresetSlots(YamlSection flow) {
        if (flow.has("tasks")) {
            flow.list("tasks", "task").forEach(this::task);
        }
        if (flow.has("slots") || !flow.has("tasks")) {
            YamlSection all = flow.section("slots");
            all.names().forEach(slot -> slots.put(slot, join(all.section(slot))));
        }
        byKind.removeAll(slots.keySet());
    }

    static String[] and(String... more) {
        return Stream.of(new String[] {"slots"}, more, KEYS)
                .flatMap(Stream::of)
                .distinct()
                .toArray(String[]::new);
    }

    private void task(YamlSection task) {
        task.allow("name", "task", "slot");
        String name = task.text("name") == null ? task.text("task") : task.text("name");
        if (name == null) {
            throw new InvalidSettingException(task.name(), "it has neither a name nor a task", "a name or a task");
        }
        if (task.has("slot")) {
            slots.put(name, join(task.section("slot")));
        } else {
            byKind.add(name);
        }
    }

    Map<String, JoinSettings> filled() {
        Map<String, JoinSettings> filled = new LinkedHashMap<>();
        slots.forEach((slot, join) -> join.ifPresent(settings -> filled.put(slot, settings)));
        return filled;
    }

    Set<String> mentioned() {
        return slots.keySet();
    }

    Set<String> byKind() {
        return byKind;
    }

    private static Optional<JoinSettings> join(YamlSection settings) {
        settings.allow(SlotSetting.all().stream().map(SlotSetting::toString).toArray(String[]::new));
        try {
            return FlatSettings.read(setting -> value(settings, setting)).toJoinSettings();
        } catch (InvalidSettingException wrong) {
            throw wrong.field().startsWith(settings.name())
                    ? wrong
                    : new InvalidSettingException(settings.path(wrong.field()), wrong.reason(), wrong.allowed());
        }
    }

    private static @Nullable Object value(YamlSection settings, SlotSetting<?> setting) {
        String key = setting.toString();
        if (setting.type() == Integer.class) {
            return settings.wholeNumber(key);
        }
        String text = settings.text(key);
        return text == null || setting.type() != Duration.class ? text : SettingFormat.duration(key, text);
    }
}

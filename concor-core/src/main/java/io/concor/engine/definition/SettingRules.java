package io.concor.engine.definition;

import io.concor.Component;
import io.concor.InvalidLayoutException.Violation;
import io.concor.JoinSettings;
import io.concor.SlotSetting;
import io.concor.text.DurationFormat;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rule that a setting of one kind of component stands at components of this kind only. */
final class SettingRules {

    private SettingRules() {}

    /** Settings that have their defaults may not have been given, so they are not named, unless all have. */
    static List<Violation> check(Component component, JoinSettings own) {
        List<SlotSetting<?>> foreign = SlotSetting.all().stream()
                .filter(setting -> setting.kind() != null && setting.kind() != component.kind())
                .filter(setting -> own.get(setting) != null)
                .toList();
        List<SlotSetting<?>> given = foreign.stream()
                .filter(setting -> !Objects.equals(own.get(setting), setting.defaultValue()))
                .toList();
        return (given.isEmpty() ? foreign.stream().limit(1) : given.stream())
                .map(setting -> violation(component, setting, own.get(setting)))
                .toList();
    }

    private static Violation violation(Component component, SlotSetting<?> setting, @Nullable Object value) {
        String reason = String.format(
                Locale.ROOT,
                "%s %s is a setting of %s components, and '%s' is %s",
                setting,
                value instanceof Duration time ? DurationFormat.of(time) : value,
                setting.kind(),
                component.name(),
                component.kind());
        String allowed = String.format(
                Locale.ROOT, "no %s at '%s', or a %s task there", setting, component.name(), setting.kind());
        return new Violation(component.name(), setting.toString(), reason, allowed, null);
    }
}

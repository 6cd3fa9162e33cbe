package io.concor.autoconfigure.endpoint;

import io.concor.JoinSettings;
import io.concor.SlotSetting;
import io.concor.TaskKind;
import io.concor.autoconfigure.properties.FlatSettings;
import io.concor.autoconfigure.properties.SettingFormat;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a slot, as text.
 *
 * @param inOrder the value of each {@link SlotSetting} in their order, null if it is missing
 */
public record RequestedSlot(List<@Nullable String> inOrder) {

    private static final String NONE = "none";

    /** Takes the value of each setting in the order of {@link SlotSetting#all}, null if it is missing. */
    public static RequestedSlot of(@Nullable String... inOrder) {
        return new RequestedSlot(Arrays.asList(inOrder));
    }

    /** Returns whether all settings are missing. */
    public boolean isEmpty() {
        return inOrder.stream().allMatch(Objects::isNull);
    }

    private @Nullable Object read(SlotSetting<?> setting) {
        String text = inOrder.get(SlotSetting.all().indexOf(setting));
        if (text == null) {
            return null;
        }
        boolean removed = setting.isOptional() && NONE.equals(text);
        if (setting.type() == Integer.class) {
            return removed
                    ? (Integer) 0
                    : SettingFormat.wholeNumber(setting.toString(), text, wholeNumbers(setting.allowed()));
        }
        if (setting.type() == Duration.class) {
            return removed ? Duration.ZERO : SettingFormat.duration(setting.toString(), text);
        }
        return text;
    }

    private static String wholeNumbers(String allowed) {
        return Character.isDigit(allowed.charAt(0)) ? "a whole number from " + allowed : allowed;
    }

    /**
     * Reads the settings, and returns how they change those of the slot in front of a component: see
     * {@link FlatSettings#over}.
     *
     * @throws io.concor.InvalidSettingException if one is unreadable
     */
    public UnaryOperator<Optional<JoinSettings>> change(TaskKind kind) {
        FlatSettings wanted = FlatSettings.read(this::read);
        return present -> wanted.over(present.orElse(null)).toJoinSettings().map(join -> join.inFrontOf(kind));
    }
}

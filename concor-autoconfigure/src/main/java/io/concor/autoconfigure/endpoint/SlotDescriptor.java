package io.concor.autoconfigure.endpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.concor.JoinSettings;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.autoconfigure.properties.SlotSettings;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a slot; only {@code pool} where it is empty.
 *
 * @param pool {@code none}, {@code single}, {@code fixed}, {@code cached} or {@code virtual}
 * @param threads the number of threads: of a fixed pool exactly, of a cached or virtual one at most
 * @param capacity how many events may wait before the stage in front pauses
 * @param waiting what a thread does while there is no event; written {@code wait}
 * @param keepAlive how long a thread that a cached pool can spare stays idle, such as {@code 60s}
 */
public record SlotDescriptor(
        String pool,
        @Nullable Integer threads,
        @Nullable Integer capacity,
        @JsonProperty("wait") @Nullable String waiting,
        @Nullable String keepAlive) {

    static SlotDescriptor of(@Nullable JoinSettings join) {
        SlotSettings settings = SlotSettings.of(join);
        return new SlotDescriptor(
                settings.pool() == null ? SlotSettings.NONE : settings.pool(),
                settings.threads(),
                settings.capacity(),
                settings.waiting(),
                settings.keepAlive() == null ? null : SettingFormat.format(settings.keepAlive()));
    }
}

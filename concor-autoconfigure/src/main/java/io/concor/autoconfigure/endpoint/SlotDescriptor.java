package io.concor.autoconfigure.endpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.concor.JoinSettings;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.autoconfigure.properties.SlotSettings;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a slot. An empty slot has only {@code pool}.
 *
 * @param pool {@code none}, {@code single}, {@code fixed}, {@code cached}, {@code virtual} or {@code keyed}
 * @param threads the number of threads: exact for a fixed or keyed pool, maximum for a cached or virtual pool
 * @param capacity the number of events that can wait before the previous stage pauses
 * @param waiting how a thread waits for events; {@code wait} in JSON
 * @param keepAlive the time after which an idle surplus thread of a cached pool ends, such as {@code 60s}
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

    /** Describes pool, threads and capacity for people. */
    String words() {
        return Stream.of("pool: " + pool, word("threads", threads), word("capacity", capacity))
                .filter(Objects::nonNull)
                .collect(Collectors.joining(", ", "{ ", " }"));
    }

    private static @Nullable String word(String setting, @Nullable Integer value) {
        return value == null ? null : setting + ": " + value;
    }

    /** Describes the settings that differ in another one, such as {@code threads 2 -> 4}. */
    String difference(SlotDescriptor other) {
        return Stream.of(
                        difference("pool", pool, other.pool),
                        difference("threads", threads, other.threads),
                        difference("capacity", capacity, other.capacity),
                        difference("wait", waiting, other.waiting),
                        difference("keep-alive", keepAlive, other.keepAlive))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
    }

    private static Optional<String> difference(String setting, @Nullable Object before, @Nullable Object after) {
        return Objects.equals(before, after)
                ? Optional.empty()
                : Optional.of("%s %s -> %s".formatted(setting, shown(before), shown(after)));
    }

    private static Object shown(@Nullable Object value) {
        return value == null ? "-" : value;
    }
}

package io.concor.autoconfigure.endpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.autoconfigure.properties.SlotSettings;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
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
 * @param batches the settings of batches, absent for other components
 */
public record SlotDescriptor(
        String pool,
        @Nullable Integer threads,
        @Nullable Integer capacity,
        @JsonProperty("wait") @Nullable String waiting,
        @Nullable String keepAlive,
        @JsonUnwrapped @Nullable BatchDescriptor batches) {

    /** Describes the settings that a slot has in front of a component. */
    static SlotDescriptor of(@Nullable JoinSettings join, TaskKind kind) {
        return of(join == null ? null : SlotSettings.inFrontOf(kind, join));
    }

    static SlotDescriptor of(@Nullable JoinSettings join) {
        SlotSettings settings = SlotSettings.of(join);
        return new SlotDescriptor(
                settings.pool() == null ? SlotSettings.NONE : settings.pool(),
                settings.threads(),
                settings.capacity(),
                settings.waiting(),
                settings.keepAlive() == null ? null : SettingFormat.format(settings.keepAlive()),
                BatchDescriptor.of(join == null ? null : join.batching()));
    }

    /** Describes pool, threads, capacity and the size of batches for people. */
    String words() {
        Integer batch = batches == null ? null : batches.batch();
        return Stream.of("pool: " + pool, word("threads", threads), word("capacity", capacity), word("batch", batch))
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
                        difference("keep-alive", keepAlive, other.keepAlive),
                        difference("batch", other, BatchDescriptor::batch),
                        difference("linger", other, BatchDescriptor::linger),
                        difference("batch-target", other, BatchDescriptor::batchTarget),
                        difference("batch-errors", other, BatchDescriptor::batchErrors))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
    }

    private Optional<String> difference(
            String setting, SlotDescriptor other, Function<BatchDescriptor, @Nullable Object> value) {
        return difference(setting, value(batches, value), value(other.batches, value));
    }

    private static @Nullable Object value(
            @Nullable BatchDescriptor batches, Function<BatchDescriptor, @Nullable Object> value) {
        return batches == null ? null : value.apply(batches);
    }

    private static Optional<String> difference(String setting, @Nullable Object before, @Nullable Object after) {
        return Objects.equals(before, after)
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "%s %s -> %s", setting, shown(before), shown(after)));
    }

    private static Object shown(@Nullable Object value) {
        return value == null ? "-" : value;
    }
}

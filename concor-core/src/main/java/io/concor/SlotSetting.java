package io.concor;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A flat setting of a slot. The constants are the table of all settings: configuration, endpoints, presets, the layout
 * rules and the console read names, bounds, defaults and places here. Immutable.
 *
 * @param <T> the type of the value: an integer, a {@link Duration}, or an enumeration whose constants have their words as
 *     text
 */
public final class SlotSetting<T extends Comparable<T>> {

    public static final SlotSetting<PoolKind> POOL =
            words("pool", PoolKind.class, null, "threads that serve the stage");
    public static final SlotSetting<Integer> THREADS =
            within("threads", 1, JoinSettings.MAX_THREADS, null, "number of threads");
    public static final SlotSetting<Integer> CAPACITY = within(
            "capacity", 1, JoinSettings.MAX_CAPACITY, JoinSettings.DEFAULT_CAPACITY, "number of events that can wait");
    public static final SlotSetting<WaitMode> WAIT =
            words("wait", WaitMode.class, WaitMode.BLOCKING, "how a thread waits for events");
    public static final SlotSetting<QueueKind> QUEUE =
            words("queue", QueueKind.class, QueueKind.MEMORY, "where events wait");
    public static final SlotSetting<Integer> ATTEMPTS = within(
            "attempts", 1, JoinSettings.MAX_ATTEMPTS, null, "attempts before an event of a store is a dead letter");
    public static final SlotSetting<Duration> KEEP_ALIVE = within(
                    "keep-alive",
                    Duration.ofMillis(1),
                    Duration.ofDays(1),
                    Duration.ofSeconds(60),
                    "time after which an idle thread ends")
            .onlyWith(PoolKind.CACHED);
    public static final SlotSetting<Integer> BATCH = within(
                    "batch", 1, BatchSettings.MAX_SIZE, 100, "largest number of events")
            .onlyAt(TaskKind.BATCH);
    public static final SlotSetting<Duration> LINGER = within(
                    "linger", Duration.ZERO, Duration.ofMinutes(1), Duration.ZERO, "wait for more events")
            .onlyAt(TaskKind.BATCH);
    public static final SlotSetting<Duration> BATCH_TARGET = within(
                    "batch-target", Duration.ofMillis(1), Duration.ofHours(1), null, "p95 to keep")
            .onlyAt(TaskKind.BATCH);
    public static final SlotSetting<BatchErrors> BATCH_ERRORS = words(
                    "batch-errors", BatchErrors.class, BatchErrors.FAIL, "what an error does")
            .onlyAt(TaskKind.BATCH);

    private static final SlotSetting<?>[] ALL = {
        POOL, THREADS, CAPACITY, WAIT, QUEUE, ATTEMPTS, KEEP_ALIVE, BATCH, LINGER, BATCH_TARGET, BATCH_ERRORS
    };

    private final String name;
    private final Class<T> type;
    private final T least;
    private final T most;
    private final @Nullable T defaultValue;
    private final String text;
    private final @Nullable PoolKind pool;
    private final @Nullable TaskKind kind;

    private SlotSetting(
            String name,
            Class<T> type,
            T least,
            T most,
            @Nullable T defaultValue,
            String text,
            @Nullable PoolKind pool,
            @Nullable TaskKind kind) {
        this.name = name;
        this.type = type;
        this.least = least;
        this.most = most;
        this.defaultValue = defaultValue;
        this.text = text;
        this.pool = pool;
        this.kind = kind;
    }

    private static <E extends Enum<E>> SlotSetting<E> words(
            String name, Class<E> type, @Nullable E defaultValue, String text) {
        E[] words = type.getEnumConstants();
        return new SlotSetting<>(name, type, words[0], words[words.length - 1], defaultValue, text, null, null);
    }

    private static SlotSetting<Integer> within(
            String name, int least, int most, @Nullable Integer defaultValue, String text) {
        return new SlotSetting<>(name, Integer.class, least, most, defaultValue, text, null, null);
    }

    private static SlotSetting<Duration> within(
            String name, Duration least, Duration most, @Nullable Duration defaultValue, String text) {
        return new SlotSetting<>(name, Duration.class, least, most, defaultValue, text, null, null);
    }

    private SlotSetting<T> onlyWith(PoolKind pool) {
        return new SlotSetting<>(name, type, least, most, defaultValue, text, pool, kind);
    }

    private SlotSetting<T> onlyAt(TaskKind kind) {
        return new SlotSetting<>(name, type, least, most, defaultValue, text, pool, kind);
    }

    /** Returns all settings, in the order in which they are shown. */
    public static List<SlotSetting<?>> all() {
        return List.of(ALL);
    }

    /** Returns the type of the values. */
    public Class<T> type() {
        return type;
    }

    /** Returns the allowed values in words, such as {@code 1 to 4096}. */
    public String allowed() {
        if (type.isEnum()) {
            return Stream.of(type.getEnumConstants()).map(T::toString).collect(Collectors.joining(", "));
        }
        return (this == CAPACITY ? "a power of two from " : "") + InvalidSettingException.range(least, most);
    }

    /** Returns the value of joins that are not given one; null if they have none, or it depends on the pool. */
    public @Nullable T defaultValue() {
        return defaultValue;
    }

    /** Returns what the setting is, in a few words. */
    public String text() {
        return text;
    }

    /** Returns the only pool that has the setting; null if all have it. */
    public @Nullable PoolKind pool() {
        return pool;
    }

    /** Returns the only kind of component whose slot has the setting; null if all have it. */
    public @Nullable TaskKind kind() {
        return kind;
    }

    /** Returns whether a join with this pool has the setting. */
    public boolean appliesTo(PoolKind other) {
        return pool == null || pool == other;
    }

    /** Returns whether a join may be without a value. Pool and threads have no default either, but a join has both. */
    public boolean isOptional() {
        return defaultValue == null && this != POOL && this != THREADS;
    }

    /**
     * Checks a value.
     *
     * @throws InvalidSettingException if it is out of its bounds, or null although the setting is not optional
     */
    void check(@Nullable T value) {
        if (value == null && !isOptional()) {
            throw new InvalidSettingException(name, "it has no value", allowed());
        }
        if (value != null && (value.compareTo(least) < 0 || value.compareTo(most) > 0)) {
            throw InvalidSettingException.outOfBounds(name, value, allowed());
        }
        if (this == CAPACITY && value instanceof Integer number && Integer.bitCount(number) != 1) {
            throw new InvalidSettingException(name, value + " is not a power of two", allowed());
        }
    }

    /** Returns the name in configuration and presets, such as {@code keep-alive}. */
    @Override
    public String toString() {
        return name;
    }
}

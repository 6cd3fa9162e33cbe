package io.concor.autoconfigure.properties;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.WaitMode;
import io.concor.text.SafeText;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The settings of a slot as they are written in the configuration, on endpoints and in presets: flat, and with what is
 * not said left out. A value.
 *
 * @param pool The pool of the join: none, single, fixed, cached or virtual; must be said where anything else is.
 * @param threads The number of threads, 1 to 4096: of a fixed pool exactly, of a cached or virtual one at most. Where
 *     nothing is said, 32 of a cached and 256 of a virtual one.
 * @param capacity How many events may wait before the stage in front pauses, a power of two from 1 to 1048576. 1024 where
 *     nothing is said.
 * @param waiting What a thread does while there is no event: blocking, yielding or spinning. Blocking where nothing is
 *     said.
 * @param keepAlive How long a thread that a cached pool can spare stays idle before it ends, 1ms to 1d. 60 seconds
 *     where nothing is said.
 */
@ConfigurationPropertiesSource
public record SlotSettings(
        @Nullable String pool,
        @Nullable Integer threads,
        @Nullable Integer capacity,
        @Name("wait") @Nullable String waiting,
        @Nullable Duration keepAlive) {

    /** The most threads of a {@code cached} pool where no number is given. */
    public static final int DEFAULT_CACHED_THREADS = 32;
    /** The most threads of a {@code virtual} pool where no number is given. */
    public static final int DEFAULT_VIRTUAL_THREADS = 256;
    /** The word for an empty slot. */
    public static final String NONE = "none";

    private static final String POOLS = NONE + ", " + words(PoolKind.values());
    private static final String WAITINGS = words(WaitMode.values());

    /**
     * The settings of a join.
     *
     * @param join the settings of the join, or null for an empty slot
     */
    public static SlotSettings of(@Nullable JoinSettings join) {
        if (join == null) {
            return new SlotSettings(NONE, null, null, null, null);
        }
        Duration keepAlive = join.pool() == PoolKind.CACHED ? join.keepAlive() : null;
        return new SlotSettings(
                join.pool().toString(),
                join.threads(),
                join.capacity(),
                join.waiting().toString(),
                keepAlive);
    }

    /**
     * The join that these settings ask for; what is not said has its default.
     *
     * @return empty where the pool is {@code none}
     * @throws InvalidSettingException when the pool is missing, a setting is out of its bounds, or is not one of the
     *     pool
     */
    public Optional<JoinSettings> toJoinSettings() {
        if (NONE.equalsIgnoreCase(required("pool", pool, POOLS))) {
            requireNothingElse();
            return Optional.empty();
        }
        PoolKind kind = poolKind(pool);
        refuse(kind != PoolKind.CACHED, "keep-alive", keepAlive, kind.toString(), "only with pool cached");
        return Optional.of(new JoinSettings(
                kind,
                threads(kind),
                capacity == null ? JoinSettings.DEFAULT_CAPACITY : capacity,
                waiting == null ? WaitMode.BLOCKING : parse("wait", waiting, WaitMode.values(), WAITINGS),
                keepAlive == null ? JoinSettings.DEFAULT_KEEP_ALIVE : keepAlive));
    }

    /**
     * These settings, with what is not said taken from the present join when the pool is not said either, or is of the
     * same kind.
     *
     * @param present the present join, or null where the slot is empty
     * @throws InvalidSettingException when the pool is missing and there is no present join, or is not known
     */
    public SlotSettings over(@Nullable JoinSettings present) {
        if (pool == null && present == null) {
            throw new InvalidSettingException("pool", "it is missing, and the slot is empty", POOLS);
        }
        boolean exchanged =
                pool != null && (NONE.equalsIgnoreCase(pool) || present == null || poolKind(pool) != present.pool());
        return exchanged || present == null ? this : filledFrom(of(present));
    }

    private SlotSettings filledFrom(SlotSettings present) {
        return new SlotSettings(
                present.pool,
                threads == null ? present.threads : threads,
                capacity == null ? present.capacity : capacity,
                waiting == null ? present.waiting : waiting,
                keepAlive == null ? present.keepAlive : keepAlive);
    }

    private int threads(PoolKind kind) {
        if (kind == PoolKind.FIXED) {
            return required("threads", threads, "1 to " + JoinSettings.MAX_THREADS);
        }
        return threads == null ? defaultThreads(kind) : threads;
    }

    private static int defaultThreads(PoolKind kind) {
        return switch (kind) {
            case CACHED -> DEFAULT_CACHED_THREADS;
            case VIRTUAL -> DEFAULT_VIRTUAL_THREADS;
            default -> 1;
        };
    }

    private void requireNothingElse() {
        String allowed = "nothing beside pool none";
        refuse(true, "threads", threads, NONE, allowed);
        refuse(true, "capacity", capacity, NONE, allowed);
        refuse(true, "wait", waiting, NONE, allowed);
        refuse(true, "keep-alive", keepAlive, NONE, allowed);
    }

    private static void refuse(boolean foreign, String field, @Nullable Object value, String pool, String allowed) {
        if (foreign && value != null) {
            Object given = value instanceof Duration time ? SettingFormat.format(time) : value;
            throw new InvalidSettingException(
                    field, "%s has no meaning for pool %s".formatted(SafeText.shown(given), pool), allowed);
        }
    }

    private static <T> T required(String field, @Nullable T value, String allowed) {
        if (value == null) {
            throw new InvalidSettingException(field, "it is missing", allowed);
        }
        return value;
    }

    private static PoolKind poolKind(@Nullable String pool) {
        return parse("pool", required("pool", pool, POOLS), PoolKind.values(), POOLS);
    }

    private static <E extends Enum<E>> E parse(String field, String word, E[] values, String allowed) {
        return Arrays.stream(values)
                .filter(value -> value.toString().equalsIgnoreCase(word))
                .findFirst()
                .orElseThrow(() -> new InvalidSettingException(
                        field, "'%s' is not known".formatted(SafeText.shown(word)), allowed));
    }

    private static String words(Object[] values) {
        return Arrays.stream(values).map(Object::toString).collect(Collectors.joining(", "));
    }
}

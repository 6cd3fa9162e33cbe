package io.concor.autoconfigure.properties;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.WaitMode;
import io.concor.text.SafeText;
import io.concor.text.SimilarNames;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The flat settings of a slot, as the configuration, endpoints and presets have them. Missing settings are null. A
 * value.
 *
 * @param pool Pool of the join: none, single, fixed, cached, virtual or keyed. Required if any other setting is present.
 * @param threads Number of threads, 1 to 4096: exact for a fixed or keyed pool, maximum for a cached or virtual pool.
 *     Required for a fixed pool. Default: 32 for a cached pool, 256 for a virtual pool, 4 for a keyed pool.
 * @param capacity Number of events that can wait before the previous stage pauses, a power of two from 1 to 1048576.
 *     Threads that enter events do not pause, so that up to max-in-flight may wait in the first slot. Default: 1024.
 * @param waiting How a thread waits for events: blocking, yielding or spinning. Default: blocking.
 * @param keepAlive Time after which an idle surplus thread of a cached pool ends, 1ms to 1d. Default: 60s.
 */
@ConfigurationPropertiesSource
public record SlotSettings(
        @Nullable String pool,
        @Nullable Integer threads,
        @Nullable Integer capacity,
        @Name("wait") @Nullable String waiting,
        @Nullable Duration keepAlive) {

    /** The default maximum number of threads of a {@code cached} pool. */
    public static final int DEFAULT_CACHED_THREADS = 32;
    /** The default maximum number of threads of a {@code virtual} pool. */
    public static final int DEFAULT_VIRTUAL_THREADS = 256;
    /** The default number of threads of a {@code keyed} pool. */
    public static final int DEFAULT_KEYED_THREADS = 4;
    /** The pool of an empty slot. */
    public static final String NONE = "none";

    private static final String POOLS = NONE + ", " + words(PoolKind.values());
    private static final String WAITINGS = words(WaitMode.values());

    /**
     * Returns the settings of a join.
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
     * Returns the join of these settings, with defaults for missing settings.
     *
     * @return empty if the pool is {@code none}
     * @throws InvalidSettingException if the pool is missing, a setting is out of bounds, or a setting does not apply
     *     to the pool
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
     * Returns these settings completed from the current join, if the pool is missing or stays the same.
     *
     * @param present the current join, or null if the slot is empty
     * @throws InvalidSettingException if the pool is missing and the slot is empty
     */
    public SlotSettings over(@Nullable JoinSettings present) {
        if (pool == null && present == null) {
            throw new InvalidSettingException("pool", "it is missing, and the slot is empty", POOLS);
        }
        boolean exchanged = present == null
                || (pool != null && !pool.equalsIgnoreCase(present.pool().toString()));
        return exchanged ? this : completedFrom(of(present));
    }

    /** Returns these settings, with those of others where they are missing. */
    SlotSettings completedFrom(SlotSettings others) {
        return new SlotSettings(
                pool == null ? others.pool : pool,
                threads == null ? others.threads : threads,
                capacity == null ? others.capacity : capacity,
                waiting == null ? others.waiting : waiting,
                keepAlive == null ? others.keepAlive : keepAlive);
    }

    private int threads(PoolKind kind) {
        if (kind == PoolKind.FIXED) {
            return required("threads", threads, "1 to " + JoinSettings.MAX_THREADS);
        }
        return threads == null ? defaultThreads(kind) : threads;
    }

    private static int defaultThreads(PoolKind kind) {
        return switch (kind) {
            case SINGLE, FIXED -> 1;
            case CACHED -> DEFAULT_CACHED_THREADS;
            case VIRTUAL -> DEFAULT_VIRTUAL_THREADS;
            case KEYED -> DEFAULT_KEYED_THREADS;
        };
    }

    private void requireNothingElse() {
        String allowed = "no other setting with pool none";
        refuse(true, "threads", threads, NONE, allowed);
        refuse(true, "capacity", capacity, NONE, allowed);
        refuse(true, "wait", waiting, NONE, allowed);
        refuse(true, "keep-alive", keepAlive, NONE, allowed);
    }

    private static void refuse(boolean foreign, String field, @Nullable Object value, String pool, String allowed) {
        if (foreign && value != null) {
            Object given = value instanceof Duration time ? SettingFormat.format(time) : value;
            throw new InvalidSettingException(
                    field, "%s does not apply to pool %s".formatted(SafeText.shown(given), pool), allowed);
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
                        field,
                        "'%s' is unknown%s"
                                .formatted(SafeText.shown(word), SimilarNames.hint(word, List.of(allowed.split(", ")))),
                        allowed));
    }

    private static String words(Object[] values) {
        return Arrays.stream(values).map(Object::toString).collect(Collectors.joining(", "));
    }
}

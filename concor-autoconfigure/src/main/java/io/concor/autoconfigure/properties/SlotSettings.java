package io.concor.autoconfigure.properties;

import io.concor.BatchErrors;
import io.concor.BatchSettings;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.TaskKind;
import io.concor.WaitMode;
import io.concor.text.SafeText;
import io.concor.text.SimilarNames;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The flat settings of a slot, as the configuration, endpoints and presets have them. Missing settings are null. A
 * value.
 *
 * @param pool Pool of the join: none, single, fixed, cached, virtual or keyed. Required if any other setting is present,
 *     unless one of them is of batches. Default for these: fixed.
 * @param threads Number of threads, 1 to 4096: exact for a fixed or keyed pool, maximum for a cached or virtual pool.
 *     Required for a fixed pool. Default: 32 for a cached pool, 256 for a virtual pool, 4 for a keyed pool, 1 for batches
 *     without a pool.
 * @param capacity Number of events that can wait before the previous stage pauses, a power of two from 1 to 1048576.
 *     Threads that enter events do not pause, so that up to max-in-flight may wait in the first slot. Default: 1024.
 * @param waiting How a thread waits for events: blocking, yielding or spinning. Default: blocking.
 * @param keepAlive Time after which an idle surplus thread of a cached pool ends, 1ms to 1d. Default: 60s.
 * @param batch Maximum number of events that one call of a batch task handles, 1 to 10000. For batch components only.
 *     Default: 100.
 * @param linger Time that a thread waits for more events of a batch, counted from the first, 0s to 1m. For batch components
 *     only. Default: 0s, which takes the events that wait.
 * @param batchTarget Time within which 95 of 100 events of a batch component are to be handled, waiting included, 1ms to
 *     1h. The size of batches follows it at run time, up to batch. 0s removes it. Default: no target, and batches of up to
 *     batch events.
 * @param batchErrors What an error of a batch task does: fail, each event of the batch fails; split, the batch is handled
 *     again in halves, so that only events that fail alone fail. For batch components only. Default: fail.
 */
@ConfigurationPropertiesSource
public record SlotSettings(
        @Nullable String pool,
        @Nullable Integer threads,
        @Nullable Integer capacity,
        @Name("wait") @Nullable String waiting,
        @Nullable Duration keepAlive,
        @Nullable Integer batch,
        @Nullable Duration linger,
        @Nullable Duration batchTarget,
        @Nullable String batchErrors) {

    /** The default maximum number of threads of a {@code cached} pool. */
    public static final int DEFAULT_CACHED_THREADS = 32;
    /** The default maximum number of threads of a {@code virtual} pool. */
    public static final int DEFAULT_VIRTUAL_THREADS = 256;
    /** The default number of threads of a {@code keyed} pool. */
    public static final int DEFAULT_KEYED_THREADS = 4;
    /** The pool of an empty slot. */
    public static final String NONE = "none";

    private static final SlotSettings EMPTY = new SlotSettings(null, null, null, null, null, null, null, null, null);
    private static final String POOLS = NONE + ", " + words(PoolKind.values());
    private static final String WAITINGS = words(WaitMode.values());
    private static final String BATCH_ERRORS = words(BatchErrors.values());

    /**
     * Returns the settings of a join.
     *
     * @param join the settings of the join, or null for an empty slot
     */
    public static SlotSettings of(@Nullable JoinSettings join) {
        if (join == null) {
            return new SlotSettings(NONE, null, null, null, null, null, null, null, null);
        }
        BatchSettings batches = join.batching();
        return new SlotSettings(
                join.pool().toString(),
                join.threads(),
                join.capacity(),
                join.waiting().toString(),
                join.pool() == PoolKind.CACHED ? join.keepAlive() : null,
                batches == null ? null : batches.size(),
                batches == null ? null : batches.linger(),
                batches == null ? null : batches.target(),
                batches == null ? null : batches.errors().toString());
    }

    /**
     * Returns a join with the settings of batches that it has in front of a component, so that they are shown where only
     * others were given.
     */
    public static JoinSettings inFrontOf(TaskKind kind, JoinSettings join) {
        return kind == TaskKind.BATCH ? join.batching(join.batchingOrDefault()) : join;
    }

    /**
     * Returns the join of these settings, with defaults for missing settings.
     *
     * @return empty if the pool is {@code none}
     * @throws InvalidSettingException if the pool is missing, a setting is out of bounds, or a setting does not apply
     *     to the pool
     */
    public Optional<JoinSettings> toJoinSettings() {
        if (NONE.equalsIgnoreCase(pool)) {
            requireNothingElse();
            return Optional.empty();
        }
        PoolKind kind = pool == null && formsBatches() ? PoolKind.FIXED : poolKind(pool);
        refuse(kind != PoolKind.CACHED, "keep-alive", keepAlive, kind.toString(), "only with pool cached");
        return Optional.of(new JoinSettings(
                kind,
                threads(kind),
                capacity == null ? JoinSettings.DEFAULT_CAPACITY : capacity,
                waiting == null ? WaitMode.BLOCKING : parse("wait", waiting, WaitMode.values(), WAITINGS),
                keepAlive == null ? JoinSettings.DEFAULT_KEEP_ALIVE : keepAlive,
                formsBatches() ? batching() : null));
    }

    boolean hasSettings() {
        return !equals(EMPTY);
    }

    private boolean formsBatches() {
        return Stream.of(batch, linger, batchTarget, batchErrors).anyMatch(Objects::nonNull);
    }

    private BatchSettings batching() {
        BatchSettings others = BatchSettings.DEFAULT;
        return new BatchSettings(
                either(batch, others.size()),
                either(linger, others.linger()),
                Duration.ZERO.equals(batchTarget) ? null : batchTarget,
                batchErrors == null
                        ? others.errors()
                        : parse("batch-errors", batchErrors, BatchErrors.values(), BATCH_ERRORS));
    }

    private static <T> T either(@Nullable T given, T otherwise) {
        return given == null ? otherwise : given;
    }

    /**
     * Returns these settings completed from the current join, if the pool is missing or stays the same.
     *
     * @param present the current join, or null if the slot is empty
     * @throws InvalidSettingException if the pool is missing, the slot is empty and no setting is of batches
     */
    public SlotSettings over(@Nullable JoinSettings present) {
        if (pool == null && present == null && !formsBatches()) {
            throw new InvalidSettingException("pool", "it is missing, and the slot is empty", POOLS);
        }
        boolean exchanged = present == null
                || (pool != null && !pool.equalsIgnoreCase(present.pool().toString()));
        return exchanged ? this : completedFrom(of(present));
    }

    /** Returns these settings, with those of others where they are missing. */
    SlotSettings completedFrom(SlotSettings others) {
        return new SlotSettings(
                first(pool, others.pool),
                first(threads, others.threads),
                first(capacity, others.capacity),
                first(waiting, others.waiting),
                first(keepAlive, others.keepAlive),
                first(batch, others.batch),
                first(linger, others.linger),
                first(batchTarget, others.batchTarget),
                first(batchErrors, others.batchErrors));
    }

    private static <T> @Nullable T first(@Nullable T given, @Nullable T otherwise) {
        return given == null ? otherwise : given;
    }

    private int threads(PoolKind kind) {
        if (kind == PoolKind.FIXED && pool != null) {
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
        refuse(true, "batch", batch, NONE, allowed);
        refuse(true, "linger", linger, NONE, allowed);
        refuse(true, "batch-target", batchTarget, NONE, allowed);
        refuse(true, "batch-errors", batchErrors, NONE, allowed);
    }

    private static void refuse(boolean foreign, String field, @Nullable Object value, String pool, String allowed) {
        if (foreign && value != null) {
            Object given = value instanceof Duration time ? SettingFormat.format(time) : value;
            throw new InvalidSettingException(
                    field,
                    String.format(Locale.ROOT, "%s does not apply to pool %s", SafeText.shown(given), pool),
                    allowed);
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
                        String.format(
                                Locale.ROOT,
                                "'%s' is unknown%s",
                                SafeText.shown(word),
                                SimilarNames.hint(word, List.of(allowed.split(", ")))),
                        allowed));
    }

    private static String words(Object[] values) {
        return Arrays.stream(values).map(Object::toString).collect(Collectors.joining(", "));
    }
}

package io.concor;

import io.concor.text.DurationFormat;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a join. A value: the methods that take an argument return changed copies. All methods that return
 * settings throw an {@link InvalidSettingException} if one is null or out of its bounds, which {@link SlotSetting} lists.
 */
public final class JoinSettings {

    /** The default capacity, in events. */
    public static final int DEFAULT_CAPACITY = 1024;
    /** The largest capacity, in events. */
    public static final int MAX_CAPACITY = 1 << 20;
    /** The largest number of attempts with an event of a store. */
    public static final int MAX_ATTEMPTS = 1_000_001;
    /** The largest number of threads of one join. */
    public static final int MAX_THREADS = 4096;

    /** The settings that the text contains even if they have their defaults. */
    private static final Set<SlotSetting<?>> ALWAYS_SHOWN = Set.of(
            SlotSetting.THREADS, SlotSetting.CAPACITY, SlotSetting.WAIT, SlotSetting.KEEP_ALIVE, SlotSetting.BATCH);

    /** Without a value for the settings that the join does not have. */
    private final Map<SlotSetting<?>, Object> values;

    private JoinSettings(Map<SlotSetting<?>, Object> values) {
        this.values = values;
    }

    /** Returns a join with one thread. */
    public static JoinSettings single() {
        return of(PoolKind.SINGLE, 1);
    }

    /** Returns a join with exactly that many threads. */
    public static JoinSettings fixed(int threads) {
        return of(PoolKind.FIXED, threads);
    }

    /** Returns a join with at most that many threads, which start when events wait and end when idle. */
    public static JoinSettings cached(int threads) {
        return of(PoolKind.CACHED, threads);
    }

    /** Returns a join with at most that many virtual threads. A flow accepts it on Java 21 and newer. */
    public static JoinSettings virtual(int threads) {
        return of(PoolKind.VIRTUAL, threads);
    }

    /** Returns a join with exactly that many threads, in front of a {@link KeyedTask}. */
    public static JoinSettings keyed(int threads) {
        return of(PoolKind.KEYED, threads);
    }

    /**
     * Returns a join with one thread, in front of a {@link BatchTask}. For more threads, call {@link #threads(int)}, or
     * {@link #batchSize} on a join of another pool.
     *
     * @param size the largest number of events in a batch, 1 to 10,000
     */
    public static JoinSettings batch(int size) {
        return fixed(1).batchSize(size);
    }

    /** Returns a join with that pool and number of threads, and the defaults of all other settings. */
    public static JoinSettings of(PoolKind pool, int threads) {
        SlotSetting.POOL.check(pool);
        return new JoinSettings(Map.of(SlotSetting.POOL, pool))
                .withDefaults(null)
                .threads(threads);
    }

    /** @param kind the only kind of component whose slot has the settings, or null for those that every slot has */
    private JoinSettings withDefaults(@Nullable TaskKind kind) {
        Map<SlotSetting<?>, Object> completed = new HashMap<>(values);
        for (SlotSetting<?> setting : SlotSetting.all()) {
            if (setting.kind() == kind && setting.defaultValue() != null) {
                completed.putIfAbsent(setting, setting.defaultValue());
            }
        }
        return new JoinSettings(completed);
    }

    /**
     * Returns a copy with another value of a setting. If only one kind of component has the setting, the others of that
     * kind get their defaults unless they have values.
     *
     * @param value the value; null removes that of an {@linkplain SlotSetting#isOptional() optional} setting
     */
    public <T extends Comparable<T>> JoinSettings with(SlotSetting<T> setting, @Nullable T value) {
        Map<SlotSetting<?>, Object> changed = new HashMap<>(values);
        if (value == null) {
            changed.remove(setting);
        } else {
            changed.put(setting, value);
        }
        JoinSettings copy = new JoinSettings(changed).withDefaults(setting.kind());
        if (value != null) {
            copy.requireFitting(); // first, since the message names the pool
        }
        setting.check(value);
        return copy;
    }

    /** Checks the settings whose bounds depend on the pool. */
    private void requireFitting() {
        int most = pool() == PoolKind.SINGLE ? 1 : MAX_THREADS;
        if (threads() < 1 || threads() > most) {
            String given = threads() + " for a " + pool() + " pool";
            throw InvalidSettingException.outOfBounds(
                    "threads", given, most == 1 ? "1" : SlotSetting.THREADS.allowed());
        }
        if (pool() == PoolKind.VIRTUAL && waiting() != WaitMode.BLOCKING) {
            String reason = "a virtual pool that is " + waiting() + " would keep the carriers of all virtual threads";
            throw new InvalidSettingException("wait", reason, "blocking");
        }
    }

    /** Returns the value of a setting; null if the join does not have it. */
    public <T extends Comparable<T>> @Nullable T get(SlotSetting<T> setting) {
        return setting.type().cast(values.get(setting));
    }

    private <T extends Comparable<T>> T present(SlotSetting<T> setting) {
        return Objects.requireNonNull(get(setting));
    }

    /** Returns the kind of the pool. */
    public PoolKind pool() {
        return present(SlotSetting.POOL);
    }

    /**
     * Returns the number of threads: of a {@code fixed} or {@code keyed} pool exactly, of a {@code cached} or
     * {@code virtual} one at most; 1 for {@code single}.
     */
    public int threads() {
        return present(SlotSetting.THREADS);
    }

    /**
     * Returns how many events may wait before the previous stage pauses. Threads that do not belong to Concor never pause:
     * {@code max-in-flight} bounds their events.
     */
    public int capacity() {
        return present(SlotSetting.CAPACITY);
    }

    /** Returns what a thread does while the ring is empty. */
    public WaitMode waiting() {
        return present(SlotSetting.WAIT);
    }

    /** Returns where events wait. */
    public QueueKind queue() {
        return present(SlotSetting.QUEUE);
    }

    /**
     * Returns how often an event of a durable or remote slot is tried, attempts in which the process died included, before it becomes
     * a dead letter; null if the retries of the component decide. Has no effect while events wait in memory.
     */
    public @Nullable Integer attempts() {
        return get(SlotSetting.ATTEMPTS);
    }

    /** Returns how long a surplus thread of a {@code cached} pool stays idle before it ends. */
    public Duration keepAlive() {
        return present(SlotSetting.KEEP_ALIVE);
    }

    /** Returns how batches are formed in front of a {@link BatchTask}; null for other tasks, and for the default. */
    public @Nullable BatchSettings batching() {
        return values.containsKey(SlotSetting.BATCH)
                ? new BatchSettings(
                        present(SlotSetting.BATCH),
                        present(SlotSetting.LINGER),
                        get(SlotSetting.BATCH_TARGET),
                        present(SlotSetting.BATCH_ERRORS))
                : null;
    }

    /** Returns a copy with another number of threads, 1 to 4096. */
    public JoinSettings threads(int threads) {
        return with(SlotSetting.THREADS, threads);
    }

    /** Returns a copy with another capacity, in events; a power of two from 1 to 1,048,576. */
    public JoinSettings capacity(int capacity) {
        return with(SlotSetting.CAPACITY, capacity);
    }

    /** Returns a copy with another way of waiting. */
    public JoinSettings waiting(WaitMode waiting) {
        return with(SlotSetting.WAIT, waiting);
    }

    /** Returns a copy whose events wait elsewhere. A flow accepts other queues than memory if it has a store for them. */
    public JoinSettings queue(QueueKind queue) {
        return with(SlotSetting.QUEUE, queue);
    }

    /** Returns a copy with another number of {@linkplain #attempts() attempts}, 1 to 1,000,001; null for the default. */
    public JoinSettings attempts(@Nullable Integer attempts) {
        return with(SlotSetting.ATTEMPTS, attempts);
    }

    /** Returns a copy with another idle time for the threads of a {@code cached} pool, 1 ms to 1 day. */
    public JoinSettings keepAlive(Duration keepAlive) {
        return with(SlotSetting.KEEP_ALIVE, keepAlive);
    }

    /** Returns a copy with another way of forming batches; null for the default. */
    public JoinSettings batching(@Nullable BatchSettings batching) {
        if (batching == null) {
            Map<SlotSetting<?>, Object> others = new HashMap<>(values);
            others.keySet().removeIf(setting -> setting.kind() == TaskKind.BATCH);
            return new JoinSettings(others);
        }
        return batchSize(batching.size())
                .linger(batching.linger())
                .batchTarget(batching.target())
                .batchErrors(batching.errors());
    }

    /** Returns a copy with another largest number of events in a batch, 1 to 10,000. */
    public JoinSettings batchSize(int size) {
        return with(SlotSetting.BATCH, size);
    }

    /** Returns a copy with another time that a thread waits for more events of a batch, 0 to 1 minute. */
    public JoinSettings linger(Duration linger) {
        return with(SlotSetting.LINGER, linger);
    }

    /**
     * Returns a copy whose batches follow another target.
     *
     * @param target the time within which 95 of 100 events are to be handled, 1 ms to 1 hour, or null for none
     */
    public JoinSettings batchTarget(@Nullable Duration target) {
        return with(SlotSetting.BATCH_TARGET, target);
    }

    /** Returns a copy with another treatment of the errors of batches. */
    public JoinSettings batchErrors(BatchErrors errors) {
        return with(SlotSetting.BATCH_ERRORS, errors);
    }

    /** Returns how batches are formed if the join stands in front of a batch task. */
    public BatchSettings batchingOrDefault() {
        return Objects.requireNonNullElse(batching(), BatchSettings.DEFAULT);
    }

    /** Returns these settings, completed by the defaults of those that only slots of this kind of component have. */
    public JoinSettings inFrontOf(TaskKind kind) {
        return withDefaults(kind);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JoinSettings settings && values.equals(settings.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /** Returns text such as {@code fixed (threads 4, capacity 1024, blocking)}. */
    @Override
    public String toString() {
        return SlotSetting.all().stream()
                .filter(this::isShown)
                .map(this::shown)
                .collect(Collectors.joining(", ", pool() + " (", ")"));
    }

    private boolean isShown(SlotSetting<?> setting) {
        Object value = values.get(setting);
        return value != null
                && setting.appliesTo(pool())
                && setting != SlotSetting.POOL
                && (ALWAYS_SHOWN.contains(setting) || !value.equals(setting.defaultValue()));
    }

    private String shown(SlotSetting<?> setting) {
        Object value = values.get(setting);
        Object text = value instanceof Duration time ? DurationFormat.of(time) : value;
        return setting == SlotSetting.WAIT ? String.valueOf(text) : setting + " " + text;
    }

    /** Returns whether one thread serves the join, so that its stage keeps the order of events and never overlaps. */
    public boolean oneThreaded() {
        return threads() == 1 && !keepsOrderByKey();
    }

    /** Returns whether the join keeps the order of events of equal keys only, however many threads serve it. */
    public boolean keepsOrderByKey() {
        return pool() == PoolKind.KEYED;
    }
}

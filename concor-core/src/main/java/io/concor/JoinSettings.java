package io.concor;

import io.concor.text.DurationFormat;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a join. A value: the methods that take an argument return changed copies. All methods that return
 * settings throw an {@link InvalidSettingException} if one is out of its bounds.
 *
 * @param threads the number of threads, 1 to 4096: of a {@code fixed} or {@code keyed} pool exactly, of a {@code cached} or
 *     {@code virtual} one at most; 1 for {@code single}
 * @param capacity how many events may wait before the previous stage pauses; a power of two from 1 to 1,048,576. Threads
 *     that do not belong to Concor never pause: {@code max-in-flight} bounds their events
 * @param waiting what a thread does while the ring is empty; {@code blocking} for {@code virtual}
 * @param keepAlive how long a surplus thread of a {@code cached} pool stays idle before it ends, 1 ms to 1 day
 * @param batching how batches are formed in front of a {@link BatchTask}; null for other tasks, and for the default
 */
public record JoinSettings(
        PoolKind pool,
        int threads,
        int capacity,
        WaitMode waiting,
        Duration keepAlive,
        @Nullable BatchSettings batching) {

    /** The default capacity, in events. */
    public static final int DEFAULT_CAPACITY = 1024;
    /** The default idle time of a thread of a {@code cached} pool. */
    public static final Duration DEFAULT_KEEP_ALIVE = Duration.ofSeconds(60);
    /** The largest capacity, in events. */
    public static final int MAX_CAPACITY = 1 << 20;
    /** The largest number of threads of one join. */
    public static final int MAX_THREADS = 4096;

    /**
     * Checks the settings.
     *
     * @throws InvalidSettingException if one is null or out of its bounds
     */
    public JoinSettings {
        requireGiven("pool", pool, words(PoolKind.values()));
        requireGiven("wait", waiting, words(WaitMode.values()));
        requireGiven("keep-alive", keepAlive, "1ms to 1d");
        int most = pool == PoolKind.SINGLE ? 1 : MAX_THREADS;
        if (threads < 1 || threads > most) {
            throw InvalidSettingException.outOfBounds(
                    "threads",
                    String.format(Locale.ROOT, "%d for a %s pool", threads, pool),
                    most == 1 ? "1" : "1 to " + most);
        }
        if (capacity < 1 || capacity > MAX_CAPACITY || Integer.bitCount(capacity) != 1) {
            String allowed = "a power of two from 1 to " + MAX_CAPACITY;
            throw capacity < 1 || capacity > MAX_CAPACITY
                    ? InvalidSettingException.outOfBounds("capacity", capacity, allowed)
                    : new InvalidSettingException("capacity", capacity + " is not a power of two", allowed);
        }
        requireBlockingIfVirtual(pool, waiting);
        InvalidSettingException.requireWithin("keep-alive", keepAlive, Duration.ofMillis(1), Duration.ofDays(1));
    }

    /**
     * Creates settings without those of batches.
     *
     * @throws InvalidSettingException if one is null or out of its bounds
     */
    public JoinSettings(PoolKind pool, int threads, int capacity, WaitMode waiting, Duration keepAlive) {
        this(pool, threads, capacity, waiting, keepAlive, null);
    }

    private static void requireGiven(String field, @Nullable Object value, String allowed) {
        InvalidSettingException.requireGiven(field, value, "it has no value", allowed);
    }

    private static String words(Object[] values) {
        return Stream.of(values).map(Object::toString).collect(Collectors.joining(", "));
    }

    private static void requireBlockingIfVirtual(PoolKind pool, WaitMode waiting) {
        if (pool == PoolKind.VIRTUAL && waiting != WaitMode.BLOCKING) {
            throw new InvalidSettingException(
                    "wait",
                    String.format(
                            Locale.ROOT,
                            "a virtual pool that is %s would keep the carriers of all virtual threads",
                            waiting),
                    "blocking");
        }
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

    private static JoinSettings of(PoolKind pool, int threads) {
        return new JoinSettings(pool, threads, DEFAULT_CAPACITY, WaitMode.BLOCKING, DEFAULT_KEEP_ALIVE);
    }

    /** Returns a copy with another number of threads. */
    public JoinSettings threads(int threads) {
        return new JoinSettings(pool, threads, capacity, waiting, keepAlive, batching);
    }

    /** Returns a copy with another capacity, in events; a power of two. */
    public JoinSettings capacity(int capacity) {
        return new JoinSettings(pool, threads, capacity, waiting, keepAlive, batching);
    }

    /** Returns a copy with another way of waiting. */
    public JoinSettings waiting(WaitMode waiting) {
        return new JoinSettings(pool, threads, capacity, waiting, keepAlive, batching);
    }

    /** Returns a copy with another idle time for the threads of a {@code cached} pool. */
    public JoinSettings keepAlive(Duration keepAlive) {
        return new JoinSettings(pool, threads, capacity, waiting, keepAlive, batching);
    }

    /** Returns a copy with another way of forming batches; null for the default. */
    public JoinSettings batching(@Nullable BatchSettings batching) {
        return new JoinSettings(pool, threads, capacity, waiting, keepAlive, batching);
    }

    /** Returns a copy with another largest number of events in a batch, 1 to 10,000. */
    public JoinSettings batchSize(int size) {
        return batching(batchingOrDefault().size(size));
    }

    /** Returns a copy with another time that a thread waits for more events of a batch, 0 to 1 minute. */
    public JoinSettings linger(Duration linger) {
        return batching(batchingOrDefault().linger(linger));
    }

    /**
     * Returns a copy whose batches follow another target.
     *
     * @param target the time within which 95 of 100 events are to be handled, 1 ms to 1 hour, or null for none
     */
    public JoinSettings batchTarget(@Nullable Duration target) {
        return batching(batchingOrDefault().target(target));
    }

    /** Returns a copy with another treatment of the errors of batches. */
    public JoinSettings batchErrors(BatchErrors errors) {
        return batching(batchingOrDefault().errors(errors));
    }

    /** Returns how batches are formed if the join stands in front of a batch task. */
    public BatchSettings batchingOrDefault() {
        return batching == null ? BatchSettings.DEFAULT : batching;
    }

    /** Replaces the methods that the JVM generates for a record at their first use: they delay the first change by 15 ms. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JoinSettings settings
                && pool == settings.pool
                && threads == settings.threads
                && capacity == settings.capacity
                && waiting == settings.waiting
                && keepAlive.equals(settings.keepAlive)
                && Objects.equals(batching, settings.batching);
    }

    @Override
    public int hashCode() {
        return Objects.hash(pool, threads, capacity, waiting, keepAlive, batching);
    }

    /** Returns text such as {@code fixed (threads 4, capacity 1024, blocking)}. */
    @Override
    public String toString() {
        String idle = pool == PoolKind.CACHED ? ", keep-alive " + DurationFormat.of(keepAlive) : "";
        String batches = batching == null ? "" : ", " + batching;
        return String.format(
                Locale.ROOT, "%s (threads %d, capacity %d, %s%s%s)", pool, threads, capacity, waiting, idle, batches);
    }

    /** Returns whether one thread serves the join, so that its stage keeps the order of events and never overlaps. */
    public boolean oneThreaded() {
        return threads == 1 && !keepsOrderByKey();
    }

    /** Returns whether the join keeps the order of events of equal keys only, however many threads serve it. */
    public boolean keepsOrderByKey() {
        return pool == PoolKind.KEYED;
    }
}

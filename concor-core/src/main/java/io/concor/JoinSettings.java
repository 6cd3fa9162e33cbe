package io.concor;

import io.concor.text.DurationFormat;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a join. A value: the methods that take an argument give changed copies. Whatever makes one throws an
 * {@link InvalidSettingException} where a setting is out of its bounds.
 *
 * @param pool how the threads come and go
 * @param threads the number of threads, 1 to 4096: of a {@code fixed} pool exactly, of a {@code cached} or
 *     {@code virtual} one at most; 1 for {@code single}
 * @param capacity how many events may wait before the stage in front pauses; a power of two from 1 to 1,048,576. Threads
 *     that do not belong to Concor are never kept waiting: their events are bounded by the flow's {@code max-in-flight}
 * @param waiting what a thread does while there is no event; {@code blocking} for {@code virtual}
 * @param keepAlive how long a thread that a {@code cached} pool can spare stays idle before it ends, 1 ms to 1 day
 */
public record JoinSettings(PoolKind pool, int threads, int capacity, WaitMode waiting, Duration keepAlive) {

    /** The capacity where none is given, in events. */
    public static final int DEFAULT_CAPACITY = 1024;
    /** The idle time of a thread of a {@code cached} pool where none is given. */
    public static final Duration DEFAULT_KEEP_ALIVE = Duration.ofSeconds(60);
    /** The largest capacity, in events. */
    public static final int MAX_CAPACITY = 1 << 20;
    /** The most threads that one join may have. */
    public static final int MAX_THREADS = 4096;

    private static final Duration MAX_KEEP_ALIVE = Duration.ofDays(1);
    private static final String KEEP_ALIVE_BOUNDS = "1ms to 1d";

    /**
     * Checks the settings.
     *
     * @throws InvalidSettingException when one is null or out of its bounds
     */
    public JoinSettings {
        requireGiven("pool", pool, words(PoolKind.values()));
        requireGiven("wait", waiting, words(WaitMode.values()));
        requireGiven("keep-alive", keepAlive, KEEP_ALIVE_BOUNDS);
        int most = pool == PoolKind.SINGLE ? 1 : MAX_THREADS;
        require(
                threads >= 1 && threads <= most,
                "threads",
                "%d for a %s pool".formatted(threads, pool),
                most == 1 ? "1" : "1 to " + most);
        require(
                capacity >= 1 && capacity <= MAX_CAPACITY && Integer.bitCount(capacity) == 1,
                "capacity",
                Integer.toString(capacity),
                "a power of two from 1 to " + MAX_CAPACITY);
        if (pool == PoolKind.VIRTUAL && waiting != WaitMode.BLOCKING) {
            throw new InvalidSettingException(
                    "wait",
                    "a virtual pool that is %s would keep the carriers of all virtual threads".formatted(waiting),
                    "blocking");
        }
        require(
                keepAlive.compareTo(Duration.ofMillis(1)) >= 0 && keepAlive.compareTo(MAX_KEEP_ALIVE) <= 0,
                "keep-alive",
                DurationFormat.of(keepAlive),
                KEEP_ALIVE_BOUNDS);
    }

    private static void requireGiven(String field, @Nullable Object value, String allowed) {
        if (value == null) {
            throw new InvalidSettingException(field, "it has no value", allowed);
        }
    }

    private static String words(Object[] values) {
        return Stream.of(values).map(Object::toString).collect(Collectors.joining(", "));
    }

    private static void require(boolean condition, String field, String value, String allowed) {
        if (!condition) {
            throw InvalidSettingException.outOfBounds(field, value, allowed);
        }
    }

    /** A join with one thread. */
    public static JoinSettings single() {
        return of(PoolKind.SINGLE, 1);
    }

    /** A join with exactly that many threads. */
    public static JoinSettings fixed(int threads) {
        return of(PoolKind.FIXED, threads);
    }

    /** A join with at most that many threads, which come when events wait and end when they are idle. */
    public static JoinSettings cached(int threads) {
        return of(PoolKind.CACHED, threads);
    }

    /** A join with at most that many virtual threads; needs Java 21 when it is put into a flow. */
    public static JoinSettings virtual(int threads) {
        return of(PoolKind.VIRTUAL, threads);
    }

    private static JoinSettings of(PoolKind pool, int threads) {
        return new JoinSettings(pool, threads, DEFAULT_CAPACITY, WaitMode.BLOCKING, DEFAULT_KEEP_ALIVE);
    }

    /** The same with another number of threads. */
    public JoinSettings threads(int threads) {
        return new JoinSettings(pool, threads, capacity, waiting, keepAlive);
    }

    /** The same with another capacity, in events; a power of two. */
    public JoinSettings capacity(int capacity) {
        return new JoinSettings(pool, threads, capacity, waiting, keepAlive);
    }

    /** The same with another way of waiting. */
    public JoinSettings waiting(WaitMode waiting) {
        return new JoinSettings(pool, threads, capacity, waiting, keepAlive);
    }

    /** The same with another idle time for the threads of a {@code cached} pool. */
    public JoinSettings keepAlive(Duration keepAlive) {
        return new JoinSettings(pool, threads, capacity, waiting, keepAlive);
    }

    /** What a record does by itself, written out: the JVM makes that at its first use, in 15 ms of the first change. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JoinSettings settings
                && pool == settings.pool
                && threads == settings.threads
                && capacity == settings.capacity
                && waiting == settings.waiting
                && keepAlive.equals(settings.keepAlive);
    }

    @Override
    public int hashCode() {
        return Objects.hash(pool, threads, capacity, waiting, keepAlive);
    }

    /** The settings in words, such as {@code fixed (threads 4, capacity 1024, blocking)}. */
    @Override
    public String toString() {
        String idle = pool == PoolKind.CACHED ? ", keep-alive " + DurationFormat.of(keepAlive) : "";
        return "%s (threads %d, capacity %d, %s%s)".formatted(pool, threads, capacity, waiting, idle);
    }

    /** Whether at most one thread serves the join, so that order and exclusion hold behind it. */
    public boolean oneThreaded() {
        return threads == 1;
    }
}

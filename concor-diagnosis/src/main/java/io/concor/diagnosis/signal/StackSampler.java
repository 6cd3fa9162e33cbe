package io.concor.diagnosis.signal;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Samples the stacks of some threads for a few seconds: a closer look, for when the shares of time do not tell why threads
 * wait. A sample of sixteen threads takes less than a millisecond, so it takes at most 2 % of a processor.
 */
final class StackSampler {

    private static final int MOST_THREADS = 16;
    private static final int DEPTH = 24;
    /** The methods that take a connection out of a pool: of data sources, and of pools of other kinds. */
    private static final Set<String> BORROWING = Set.of("getConnection", "borrowObject", "borrow", "acquire", "lease");

    /** Where classes are whose native methods wait for something. Those of others compute, as a rule. */
    private static final List<String> NATIVE_WAITS =
            List.of("java.io.", "java.net.", "sun.nio.", "java.lang.Process", "io.netty.");

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LENGTH_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Map<String, Integer> locks = new HashMap<>();
    private final Map<String, Integer> sharedObjects = new HashMap<>();
    private int stacks;
    private int locked;
    private int sharing;
    private int connecting;
    private int resting;

    /** Samples threads for three seconds. Ends early if there are none, or if the calling thread is interrupted. */
    static StackProfile profile(List<Long> threadIds) {
        return profile(threadIds, System::nanoTime);
    }

    static StackProfile profile(List<Long> threadIds, LongSupplier nanoClock) {
        StackSampler sampler = new StackSampler();
        long[] ids = threadIds.stream()
                .limit(MOST_THREADS)
                .mapToLong(Long::longValue)
                .toArray();
        long began = nanoClock.getAsLong();
        while (ids.length > 0
                && nanoClock.getAsLong() - began < LENGTH_NANOS
                && !Thread.currentThread().isInterrupted()) {
            sampler.sample(ids);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return sampler.profile();
    }

    private void sample(long[] ids) {
        List<ThreadInfo> seen = Stream.of(threads.getThreadInfo(ids, DEPTH))
                .filter(Objects::nonNull)
                .filter(StackSampler::hasEvent)
                .toList();
        seen.forEach(this::count);
        seen.stream()
                .filter(StackSampler::waitsForObject)
                .collect(Collectors.groupingBy(thread -> thread.getLockInfo().getIdentityHashCode()))
                .values()
                .stream()
                .filter(together -> together.size() > 1)
                .forEach(this::countSharing);
    }

    /** A thread that waits for the answer to its own question waits for an object of its own. */
    private static boolean waitsForObject(ThreadInfo thread) {
        return thread.getLockInfo() != null && !waitsForOwner(thread) && !waitsForConnection(thread);
    }

    private void countSharing(List<ThreadInfo> together) {
        sharing += together.size();
        together.forEach(thread -> sharedObjects.merge(place(thread), 1, Integer::sum));
    }

    /** A worker without an event waits in the engine, with no task below on its stack. */
    private static boolean hasEvent(ThreadInfo thread) {
        return Stream.of(thread.getStackTrace())
                .map(StackTraceElement::getClassName)
                .filter(type -> !type.startsWith("java.") && !type.startsWith("jdk."))
                .findFirst()
                .filter(type -> !type.startsWith("io.concor.engine."))
                .isPresent();
    }

    private void count(ThreadInfo thread) {
        stacks++;
        connecting += waitsForConnection(thread) ? 1 : 0;
        resting += rests(thread) ? 1 : 0;
        if (waitsForOwner(thread)) {
            locked++;
            locks.merge(place(thread), 1, Integer::sum);
        }
    }

    /** A thread that blocks in a native method, such as one that reads from a socket, counts as runnable for the JVM. */
    private static boolean rests(ThreadInfo thread) {
        return thread.getThreadState() != Thread.State.RUNNABLE || waitsNatively(thread.getStackTrace());
    }

    private static boolean waitsNatively(StackTraceElement[] stack) {
        return stack.length > 0
                && stack[0].isNativeMethod()
                && NATIVE_WAITS.stream().anyMatch(stack[0].getClassName()::startsWith);
    }

    /** A pool lets a thread wait within a method whose name tells what it waits for, such as that of a data source. */
    private static boolean waitsForConnection(ThreadInfo thread) {
        return thread.getThreadState() != Thread.State.RUNNABLE
                && Stream.of(thread.getStackTrace())
                        .filter(frame -> !frame.getClassName().startsWith("java."))
                        .anyMatch(frame -> BORROWING.contains(frame.getMethodName()));
    }

    /** Monitors and exclusive {@code java.util.concurrent} locks know their owner; what threads wait for otherwise does not. */
    private static boolean waitsForOwner(ThreadInfo thread) {
        return thread.getThreadState() == Thread.State.BLOCKED || thread.getLockOwnerId() >= 0;
    }

    private static String place(ThreadInfo thread) {
        LockInfo lock = thread.getLockInfo();
        return Stream.of(thread.getStackTrace())
                .filter(frame -> !frame.getClassName().startsWith("java."))
                .filter(frame -> !frame.getClassName().startsWith("jdk."))
                .findFirst()
                .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                .orElseGet(() -> lock == null ? "unknown" : lock.getClassName());
    }

    private StackProfile profile() {
        return new StackProfile(
                stacks, locked, mostFrequent(locks), sharing, mostFrequent(sharedObjects), connecting, 0, resting);
    }

    private static @Nullable String mostFrequent(Map<String, Integer> places) {
        return places.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(null);
    }
}

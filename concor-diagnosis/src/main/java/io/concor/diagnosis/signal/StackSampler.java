package io.concor.diagnosis.signal;

import io.concor.diagnosis.signal.StackClasses.Awaited;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LENGTH_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final StackClasses classes = new StackClasses();
    private final Map<String, Integer> locks = new HashMap<>();
    private final Map<String, Integer> sharedObjects = new HashMap<>();
    private final RunnableStacks runnable = new RunnableStacks();
    private int samples;
    private int stacks;
    private int locked;
    private int sharing;
    private int connecting;
    private int waiting;

    /** Samples threads for three seconds. Ends early if there are none, or if the calling thread is interrupted. */
    static StackProfile profile(List<Long> threadIds) {
        return profile(threadIds, System::nanoTime);
    }

    static StackProfile profile(List<Long> threadIds, LongSupplier nanoClock) {
        StackSampler sampler = new StackSampler();
        ProcessorTimes times = new ProcessorTimes();
        List<Long> ids = threadIds.stream().limit(MOST_THREADS).toList();
        long[] sampled = ids.stream().mapToLong(Long::longValue).toArray();
        long[] usedBefore = times.ofThreads(ids);
        long beganUse = System.nanoTime();
        long began = nanoClock.getAsLong();
        while (!ids.isEmpty()
                && nanoClock.getAsLong() - began < LENGTH_NANOS
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(PAUSE_NANOS);
            sampler.sample(sampled);
        }
        double used = ProcessorTimes.used(usedBefore, times.ofThreads(ids)).getSum();
        return sampler.profile(used / Math.max(1, System.nanoTime() - beganUse));
    }

    private void sample(long[] ids) {
        samples++;
        List<ThreadInfo> seen = Stream.of(threads.getThreadInfo(ids, DEPTH))
                .filter(Objects::nonNull)
                .filter(StackSampler::hasEvent)
                .toList();
        seen.forEach(this::count);
        seen.stream()
                .filter(this::waitsForObject)
                .collect(Collectors.groupingBy(thread -> thread.getLockInfo().getIdentityHashCode()))
                .values()
                .stream()
                .filter(together -> together.size() > 1)
                .forEach(this::countSharing);
    }

    /** A thread that waits for the answer to its own question waits for an object of its own. */
    private boolean waitsForObject(ThreadInfo thread) {
        return thread.getLockInfo() != null && !waitsForOwner(thread) && awaited(thread) == Awaited.OTHER;
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
        if (thread.getThreadState() == Thread.State.RUNNABLE) {
            runnable.add(thread.getStackTrace());
            return;
        }
        waiting++;
        Awaited awaited = awaited(thread);
        connecting += awaited == Awaited.CONNECTION ? 1 : 0;
        if (waitsForOwner(thread) || awaited == Awaited.LOCK) {
            locked++;
            locks.merge(place(thread), 1, Integer::sum);
        }
    }

    private Awaited awaited(ThreadInfo thread) {
        return classes.awaited(thread.getStackTrace());
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

    /** @param used the number of processors that the threads used */
    private StackProfile profile(double used) {
        double ran = used * samples;
        int calling = (int) Math.round(runnable.inputOrOutput(ran));
        return new StackProfile(
                stacks,
                locked,
                mostFrequent(locks),
                sharing,
                mostFrequent(sharedObjects),
                connecting,
                0,
                waiting + calling,
                calling,
                (int) Math.round(runnable.stopped(ran)));
    }

    private static @Nullable String mostFrequent(Map<String, Integer> places) {
        return places.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    /**
     * Stacks of threads that are runnable for the JVM: they have a processor, wait for one, were stopped by the JVM, or wait in
     * a native method for input or output. How much processor time the threads have used tells how many did what.
     */
    private static final class RunnableStacks {

        private int inJava;
        private int inNative;

        void add(StackTraceElement[] stack) {
            if (stack.length > 0 && stack[0].isNativeMethod()) {
                inNative++;
            } else {
                inJava++;
            }
        }

        /**
         * Returns how many waited in a native method: all that were in one, without those that must have computed there because
         * more was used than is seen in Java.
         *
         * @param ran how many stacks were of threads that had a processor
         */
        double inputOrOutput(double ran) {
            return Math.max(0, inNative - Math.max(0, ran - inJava));
        }

        /** Returns how many could go on in Java, and had no processor or were stopped by the JVM. */
        double stopped(double ran) {
            return Math.max(0, inJava - ran);
        }
    }
}

package io.concor.engine;

import io.concor.engine.event.Context;
import io.concor.engine.path.CompletingThreads;
import io.concor.engine.pool.Worker;
import java.util.BitSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The events for which one stop does not wait, because their threads wait for it. Used by the stopping thread.
 *
 * <p>It looks for threads that have called a stop at each {@link #refresh}, and from time to time for those that end the
 * JVM.
 */
final class ExemptEvents {

    private static final long STACKS_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final FlowParts parts;
    /** Those that end the JVM: they never return. */
    private final Set<Thread> exiting = ConcurrentHashMap.newKeySet();

    private long lookedNanos = System.nanoTime();
    private Set<Thread> threads = Set.of();
    private BitSet events = new BitSet();

    ExemptEvents(FlowParts parts) {
        this.parts = parts;
    }

    void refresh() {
        if (System.nanoTime() - lookedNanos > STACKS_AFTER_NANOS) {
            parts.stopCalls().exitingThreads().forEach(exiting::add);
            lookedNanos = System.nanoTime();
        }
        Set<Thread> waiting = parts.stopCalls().waitingThreads();
        waiting.addAll(exiting);
        waiting.add(Thread.currentThread());
        BitSet found = new BitSet();
        waiting.forEach(thread -> found.or(parts.stopCalls().eventsOf(thread)));
        threads = waiting;
        events = found;
    }

    boolean contains(Worker worker) {
        Thread thread = worker.thread();
        return thread != null && threads.contains(thread);
    }

    boolean contains(Context context) {
        return events.get(context.index);
    }

    int count() {
        return events.cardinality();
    }

    /** Returns how many futures stay open: those of the events, and those that the threads complete. */
    int openFutures() {
        CompletingThreads completing = parts.completion().completingThreads();
        long awaited = contexts().filter(context -> context.awaited() != null).count();
        return (int) awaited + threads.stream().mapToInt(completing::count).sum();
    }

    Stream<Context> contexts() {
        Context[] all = parts.contexts().all();
        return events.stream().mapToObj(index -> all[index]);
    }

    /** Whether a thread inside the flow waits for the stop: it has such an event, or runs code that depends on a result. */
    boolean involveThreads() {
        return threads.stream().anyMatch(parts.stopCalls()::involve);
    }

    /** Returns how many threads have these events. */
    long threads() {
        return threads.stream()
                .filter(thread -> !parts.stopCalls().eventsOf(thread).isEmpty())
                .count();
    }
}

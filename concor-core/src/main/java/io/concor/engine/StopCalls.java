package io.concor.engine;

import io.concor.engine.event.ContextPool;
import io.concor.engine.event.ForeignThreads;
import io.concor.engine.path.CompletingThreads;
import io.concor.engine.pool.JoinRegistry;
import io.concor.engine.pool.Worker;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/**
 * The threads that wait for the stop of a flow. A stop does not wait for the event of such a thread, because that thread
 * waits for the stop. Thread-safe; used by stops only.
 *
 * <p>A thread waits for the stop of a flow if it has called it, or waits for its lock to do so; if it waits for the stop
 * of another flow in which a thread that waits for this one has an event; or if it ends the JVM: {@code System.exit} never
 * returns, and the shutdown hooks that it waits for may stop the flow.
 *
 * <p>The calls of all flows are in one static map, because flows whose tasks stop each other do not know each other: they may
 * belong to different managers, or to none. A call is removed when its thread no longer waits, so the map keeps no flow.
 */
final class StopCalls {

    private static final ConcurrentMap<StopCall, Thread> CALLS = new ConcurrentHashMap<>();
    private static final String SHUTDOWN = "java.lang.Shutdown";

    private final ContextPool contexts;
    private final ForeignThreads foreignThreads;
    private final JoinRegistry registry;
    private final CompletingThreads completing;

    StopCalls(
            ContextPool contexts, ForeignThreads foreignThreads, JoinRegistry registry, CompletingThreads completing) {
        this.contexts = contexts;
        this.foreignThreads = foreignThreads;
        this.registry = registry;
        this.completing = completing;
    }

    /** Notes that a thread waits for the stop of the flow, until the call has ended. */
    StopCall begin(Thread waiting) {
        StopCall call = new StopCall(this);
        CALLS.put(call, waiting);
        return call;
    }

    /** Whether a thread waits for the stop of the flow. */
    private boolean areWaitedForBy(Thread thread, List<StopCalls> seen) {
        return CALLS.entrySet().stream()
                .filter(call -> call.getValue() == thread)
                .map(call -> call.getKey().flow)
                .anyMatch(flow -> flow == this || (!seen.contains(flow) && leadsHere(flow, seen)));
    }

    private boolean leadsHere(StopCalls other, List<StopCalls> seen) {
        List<StopCalls> path = Stream.concat(seen.stream(), Stream.of(other)).toList();
        return CALLS.values().stream()
                .distinct()
                .anyMatch(thread -> other.involve(thread) && areWaitedForBy(thread, path));
    }

    /** Returns the threads that have called a stop and wait for that of the flow. */
    Set<Thread> waitingThreads() {
        Set<Thread> waiting = ConcurrentHashMap.newKeySet();
        CALLS.values().stream()
                .filter(thread -> areWaitedForBy(thread, List.of()))
                .forEach(waiting::add);
        return waiting;
    }

    /** Returns the threads inside the flow that end the JVM. Looks at stacks, so it is slow. */
    Stream<Thread> exitingThreads() {
        Stream<Thread> workers = registry.workers().filter(Worker::isBusy).map(Worker::thread);
        return Stream.of(workers, foreignThreads.all(), completing.all())
                .flatMap(threads -> threads)
                .distinct()
                .filter(StopCalls::endsJvm);
    }

    private static boolean endsJvm(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(SHUTDOWN));
    }

    /** Whether a thread has events of the flow, or runs code that depends on their results. */
    boolean involve(Thread thread) {
        return completing.count(thread) > 0 || !eventsOf(thread).isEmpty();
    }

    /**
     * Returns the indexes of the contexts whose events a thread has. A worker shows its event until it is ready for the next,
     * but while it completes the future, the context is free or has another event.
     */
    BitSet eventsOf(Thread thread) {
        BitSet events = new BitSet();
        registry.workers().filter(worker -> worker.thread() == thread).forEach(worker -> worker.collectEvents(events));
        events.andNot(completing.contexts(thread));
        Stream.of(contexts.all())
                .filter(context -> context.isRunBy(thread))
                .forEach(context -> events.set(context.index));
        return events;
    }

    /** One call of a stop, while its thread waits. */
    static final class StopCall {

        private final StopCalls flow;

        private StopCall(StopCalls flow) {
            this.flow = flow;
        }

        void end() {
            CALLS.remove(this);
        }
    }
}

package io.concor.soak;

import io.concor.Continuation;
import io.concor.FlowBuilder;
import io.concor.SingleThreadedTask;
import io.concor.TaskKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The tasks of one flow. Each checks that an event reaches it once and in the order of the components. */
final class CheckedTasks {

    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    /** Longer than several changes take. */
    private static final long LONG_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final int EVENTS_PER_LONG_PAUSE = 16;
    private static final int EVENTS_PER_PAUSE = 64;
    private static final int EVENTS_PER_SYNCHRONOUS_CALL = 3;

    private final FaultInjector faults;
    private final Findings findings;
    private final CallbackClient client;
    private final Duration late;
    private final boolean ordered;
    private final int unguardedEvents;
    private final List<CheckedTask> singleThreadedTasks = new ArrayList<>();
    private final BitSet catchComponents = new BitSet();
    /** For components at which a task has hung, until when. */
    private final Map<Integer, Long> hangsUntil = new ConcurrentHashMap<>();

    private int components;

    /**
     * Tasks of a flow.
     *
     * @param timeout of the flow
     * @param ordered whether single-threaded tasks check the order of the events
     * @param unguardedEvents number of events if single-threaded tasks are {@linkplain UnguardedTask unguarded}; otherwise 0
     */
    CheckedTasks(
            FaultInjector faults,
            Findings findings,
            CallbackClient client,
            Duration timeout,
            boolean ordered,
            int unguardedEvents) {
        this.faults = faults;
        this.findings = findings;
        this.client = client;
        this.late = timeout.multipliedBy(2);
        this.ordered = ordered;
        this.unguardedEvents = unguardedEvents;
    }

    /** Appends a component with a task of that kind. */
    FlowBuilder<SoakEvent, SoakEvent> append(FlowBuilder<SoakEvent, SoakEvent> flow, TaskKind kind) {
        int component = components++;
        String name = "c" + component;
        return switch (kind) {
            case SIMPLE -> flow.map((SoakEvent event) -> compute(event, component), name);
            case SINGLE_THREADED -> flow.mapSingleThreaded(singleThreaded(component), name);
            case KEYED -> flow.mapKeyed(new ExclusiveByKey(() -> singleThreaded(component)), name);
            case BATCH -> flow.mapBatch((List<SoakEvent> events) -> computeAll(events, component), name);
            case SYNCHRONIZED_REMOTE ->
                flow.mapSynchronizedRemote((SoakEvent event) -> computeSlowly(event, component), name);
            case TRANSITION ->
                flow.bind(
                        (SoakEvent event, Continuation<SoakEvent> continuation) ->
                                startTransition(event, continuation, component),
                        name);
            case SIDE_EFFECT -> flow.forEach(event -> compute(event, component), name);
            case CATCH -> {
                catchComponents.set(component);
                yield flow.catching(error -> recover(error, component), name);
            }
            default -> throw new IllegalArgumentException("no task of kind " + kind);
        };
    }

    int components() {
        return components;
    }

    /** Returns the component that an event with a value reaches next; it skips catch components. */
    int nextComponent(SoakEvent event) {
        return catchComponents.nextClearBit(event.passed());
    }

    CheckedTask singleThreaded(int component) {
        SingleThreadedTask<SoakEvent, SoakEvent> task = event -> computeSlowly(event, component);
        CheckedTask checked = unguardedEvents == 0
                ? new ExclusiveTask(task, ordered, findings)
                : new UnguardedTask(task, unguardedEvents, findings);
        singleThreadedTasks.add(checked);
        return checked;
    }

    /** Pauses now and then, so that changes find a thread inside the task. */
    private SoakEvent computeSlowly(SoakEvent event, int component) throws InjectedFault.InjectedException {
        if (event.number() % EVENTS_PER_PAUSE == 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return compute(event, component);
    }

    /** A batch fails as a whole, before any of its events has passed: it may be called again in parts. */
    private List<SoakEvent> computeAll(List<SoakEvent> events, int component) throws Throwable {
        if (events.size() > 1 && events.stream().anyMatch(event -> faults.throwsInTask(event, component))) {
            throw new InjectedFault.InjectedBatchException();
        }
        List<SoakEvent> results = new ArrayList<>();
        for (SoakEvent event : events) {
            results.add(compute(event, component));
        }
        return results;
    }

    private SoakEvent compute(SoakEvent event, int component) throws InjectedFault.InjectedException {
        switch (faults.inTask(event, component)) {
            case EXCEPTION -> throw new InjectedFault.InjectedException(event);
            case ERROR -> throw new InjectedFault.InjectedError(event);
            case INTERRUPT -> Thread.currentThread().interrupt();
            case PAUSE ->
                LockSupport.parkNanos(event.number() % EVENTS_PER_LONG_PAUSE == 0 ? LONG_PAUSE_NANOS : PAUSE_NANOS);
            case HANG -> hangsUntil.put(component, System.nanoTime() + late.toNanos());
            default -> {}
        }
        hang(component);
        return pass(event, component);
    }

    /** As with a remote system that does not answer: all threads that come here wait, so nothing is taken from the ring. */
    private void hang(int component) {
        long now = System.nanoTime();
        long left = hangsUntil.getOrDefault(component, now) - now;
        if (left > 0) {
            LockSupport.parkNanos(left);
        }
    }

    private SoakEvent pass(SoakEvent event, int component) {
        int next = nextComponent(event);
        findings.addUnless(
                next == component, "event %d reached component %d instead of %d", event.number(), component, next);
        event.passed(component + 1);
        return event;
    }

    private void startTransition(SoakEvent event, Continuation<SoakEvent> continuation, int component) {
        FaultKind fault = faults.inTransition(event, component);
        if (fault == FaultKind.ERROR) {
            throw new InjectedFault.InjectedError(event);
        }
        pass(event, component);
        switch (fault) {
            case NEVER -> {}
            case LATE -> client.callAfter(late, () -> continuation.complete(event));
            case EXCEPTION -> client.call(() -> continuation.onError(() -> new InjectedFault.InjectedException(event)));
            case TWICE -> {
                client.call(() -> continuation.complete(event));
                client.call(() -> continuation.fail(new InjectedFault.InjectedException(event)));
            }
            default -> complete(event, continuation);
        }
    }

    private void complete(SoakEvent event, Continuation<SoakEvent> continuation) {
        if (event.number() % EVENTS_PER_SYNCHRONOUS_CALL == 0) {
            continuation.complete(event);
        } else {
            client.call(() -> continuation.continuing(() -> event));
        }
    }

    private static SoakEvent recover(Throwable error, int component) {
        SoakEvent recovered =
                error instanceof InjectedFault injected ? injected.event() : new SoakEvent(SoakEvent.UNKNOWN);
        recovered.passed(component + 1);
        return recovered;
    }

    /** Checks the single-threaded tasks. The flow must be empty. */
    void verify() {
        singleThreadedTasks.forEach(CheckedTask::verify);
    }
}

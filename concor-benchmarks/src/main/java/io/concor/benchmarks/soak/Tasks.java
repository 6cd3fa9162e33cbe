package io.concor.benchmarks.soak;

import io.concor.CatchTask;
import io.concor.Continuation;
import io.concor.SideEffectTask;
import io.concor.SimpleTask;
import io.concor.SynchronizedRemoteTask;
import io.concor.TransitionTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Makes the tasks of one flow, one for each component from the front to the back. */
final class Tasks {

    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    /** Long enough for several changes. */
    private static final long LONG_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final int LONG = 16;
    private static final int SLOW = 64;
    private static final int SYNCHRONOUS = 3;

    private final Faults faults;
    private final Findings findings;
    private final Callbacks callbacks;
    private final Duration late;
    private final List<CriticalSection> criticalSections = new ArrayList<>();
    private final BitSet rescues = new BitSet();
    private int components;

    Tasks(Faults faults, Findings findings, Callbacks callbacks, Duration timeout) {
        this.faults = faults;
        this.findings = findings;
        this.callbacks = callbacks;
        this.late = timeout.multipliedBy(2);
    }

    int components() {
        return components;
    }

    String name() {
        return "c" + components;
    }

    SimpleTask<Event, Event> simple() {
        int component = components++;
        return event -> computed(event, component);
    }

    SynchronizedRemoteTask<Event, Event> remote() {
        int component = components++;
        return event -> slowly(event, component);
    }

    /** Takes its time now and then, so that changes find a thread in the middle of the task. */
    private Event slowly(Event event, int component) throws Injected.InjectedException {
        if (event.number() % SLOW == 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return computed(event, component);
    }

    SideEffectTask<Event> observer() {
        int component = components++;
        return event -> computed(event, component);
    }

    CriticalSection critical() {
        return critical(false);
    }

    /** Sees to the order of the events as well. */
    CriticalSection ordered() {
        return critical(true);
    }

    private CriticalSection critical(boolean ordered) {
        int component = components++;
        CriticalSection section = new CriticalSection(event -> slowly(event, component), ordered, findings);
        criticalSections.add(section);
        return section;
    }

    private Event computed(Event event, int component) throws Injected.InjectedException {
        switch (faults.computing(event, component)) {
            case EXCEPTION -> throw new Injected.InjectedException(event);
            case ERROR -> throw new Injected.InjectedError(event);
            case INTERRUPT -> Thread.currentThread().interrupt();
            case PAUSE -> LockSupport.parkNanos(event.number() % LONG == 0 ? LONG_PAUSE_NANOS : PAUSE_NANOS);
            default -> {}
        }
        return passed(event, component);
    }

    private Event passed(Event event, int component) {
        findings.addUnless(
                due(event) == component,
                "event %d was at component %d when %d was due",
                event.number(),
                component,
                due(event));
        event.passed(component + 1);
        return event;
    }

    /** The component that comes next for an event with a value, which passes by those that meet errors. */
    int due(Event event) {
        return rescues.nextClearBit(event.step());
    }

    TransitionTask<Event, Event> transition() {
        int component = components++;
        return (event, continuation) -> {
            Fault fault = faults.crossing(event, component);
            if (fault == Fault.ERROR) {
                throw new Injected.InjectedError(event);
            }
            passed(event, component);
            cross(fault, event, continuation);
        };
    }

    private void cross(Fault fault, Event event, Continuation<Event> continuation) {
        switch (fault) {
            case NEVER -> {}
            case LATE -> callbacks.later(late, () -> continuation.complete(event));
            case EXCEPTION -> callbacks.soon(() -> continuation.onError(() -> new Injected.InjectedException(event)));
            case TWICE -> {
                callbacks.soon(() -> continuation.complete(event));
                callbacks.soon(() -> continuation.fail(new Injected.InjectedException(event)));
            }
            default -> {
                if (event.number() % SYNCHRONOUS == 0) {
                    continuation.complete(event);
                } else {
                    callbacks.soon(() -> continuation.continuing(() -> event));
                }
            }
        }
    }

    CatchTask<Event> rescue() {
        int component = components++;
        rescues.set(component);
        return error -> {
            Event rescued = error instanceof Injected injected ? injected.event() : new Event(Event.LOST);
            rescued.passed(component + 1);
            return rescued;
        };
    }

    /** To be called when the flow is empty. */
    void verify() {
        criticalSections.forEach(CriticalSection::verify);
    }
}

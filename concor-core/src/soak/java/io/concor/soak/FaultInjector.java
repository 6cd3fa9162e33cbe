package io.concor.soak;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/** Decides which fault an event meets at a component. Equal seeds give equal faults. Thread-safe. */
final class FaultInjector {

    private static final int BOUND = 20_000;
    /** A component hangs for one of so many events of those drawn for it, because each time costs more than the timeout. */
    private static final int EVENTS_PER_HANG = 16;

    private final long seed;
    private final Map<FaultKind, LongAdder> injected = new EnumMap<>(FaultKind.class);

    FaultInjector(long seed) {
        this.seed = seed;
        for (FaultKind fault : FaultKind.values()) {
            injected.put(fault, new LongAdder());
        }
    }

    /** Returns the fault of a task that returns its result. */
    FaultKind inTask(SoakEvent event, int component) {
        int drawn = draw(event, component);
        if (drawn < 20) {
            return count(drawn < 10 ? FaultKind.EXCEPTION : FaultKind.ERROR);
        }
        if (drawn < 30) {
            return count(FaultKind.INTERRUPT);
        }
        if (drawn < 430) {
            return count(FaultKind.PAUSE);
        }
        boolean hangs = drawn == 430 && event.number() % EVENTS_PER_HANG == 0;
        return hangs ? count(FaultKind.HANG) : FaultKind.NONE;
    }

    /** Whether the fault of a task is that it throws. */
    boolean throwsInTask(SoakEvent event, int component) {
        return draw(event, component) < 20;
    }

    /** Returns the fault of a transition task. */
    FaultKind inTransition(SoakEvent event, int component) {
        int drawn = draw(event, component);
        if (drawn < 20) {
            return count(drawn < 10 ? FaultKind.EXCEPTION : FaultKind.ERROR);
        }
        if (drawn < 30) {
            return count(drawn < 25 ? FaultKind.NEVER : FaultKind.LATE);
        }
        return drawn < 130 ? count(FaultKind.TWICE) : FaultKind.NONE;
    }

    private int draw(SoakEvent event, int component) {
        if (event.number() == SoakEvent.UNKNOWN) {
            return BOUND;
        }
        long mixed = seed * 1_000_003 + event.number() * 131L + component;
        return new SplittableRandom(mixed).nextInt(BOUND);
    }

    private FaultKind count(FaultKind fault) {
        LongAdder count = injected.get(fault);
        if (count != null) {
            count.increment();
        }
        return fault;
    }

    /** Returns how often each fault was injected. */
    Map<FaultKind, Long> counts() {
        Map<FaultKind, Long> counts = new EnumMap<>(FaultKind.class);
        injected.forEach((fault, count) -> counts.put(fault, count.sum()));
        counts.remove(FaultKind.NONE);
        return counts;
    }
}

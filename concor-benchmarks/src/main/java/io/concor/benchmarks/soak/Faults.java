package io.concor.benchmarks.soak;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/** Which fault strikes which event where: the same for the same seed. Thread-safe. */
final class Faults {

    private static final int ALL = 20_000;

    private final long seed;
    private final Map<Fault, LongAdder> injected = new EnumMap<>(Fault.class);

    Faults(long seed) {
        this.seed = seed;
        for (Fault fault : Fault.values()) {
            injected.put(fault, new LongAdder());
        }
    }

    /** Of a task that computes. */
    Fault computing(Event event, int component) {
        int drawn = drawn(event, component);
        if (drawn < 20) {
            return injected(drawn < 10 ? Fault.EXCEPTION : Fault.ERROR);
        }
        if (drawn < 30) {
            return injected(Fault.INTERRUPT);
        }
        return drawn < 430 ? injected(Fault.PAUSE) : Fault.NONE;
    }

    /** Of a transition task. */
    Fault crossing(Event event, int component) {
        int drawn = drawn(event, component);
        if (drawn < 20) {
            return injected(drawn < 10 ? Fault.EXCEPTION : Fault.ERROR);
        }
        if (drawn < 30) {
            return injected(drawn < 25 ? Fault.NEVER : Fault.LATE);
        }
        return drawn < 130 ? injected(Fault.TWICE) : Fault.NONE;
    }

    private int drawn(Event event, int component) {
        if (event.number() == Event.LOST) {
            return ALL;
        }
        long mixed = seed * 1_000_003 + event.number() * 131L + component;
        return new SplittableRandom(mixed).nextInt(ALL);
    }

    private Fault injected(Fault fault) {
        LongAdder count = injected.get(fault);
        if (count != null) {
            count.increment();
        }
        return fault;
    }

    /** How often each was injected. */
    Map<Fault, Long> counts() {
        Map<Fault, Long> counts = new EnumMap<>(Fault.class);
        injected.forEach((fault, count) -> counts.put(fault, count.sum()));
        counts.remove(Fault.NONE);
        return counts;
    }
}

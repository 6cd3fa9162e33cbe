package io.concor.soak;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts of all rounds so far. Thread-safe. */
final class SoakCounters {

    /** What is counted. */
    enum Counter {
        EVENTS,
        CHANGES,
        /** Changes that ran out of time. */
        ROLLED_BACK,
        /** Layouts that break a rule. */
        REJECTED,
        PRESETS,
        STOPS,
        /** Events that did not finish before a stop ended them. */
        UNFINISHED,
        THREADS_INTERRUPTED
    }

    private final Map<Counter, LongAdder> counts = new EnumMap<>(Counter.class);
    private final Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);

    SoakCounters() {
        for (Counter counter : Counter.values()) {
            counts.put(counter, new LongAdder());
        }
    }

    void add(Counter counter) {
        add(counter, 1);
    }

    void add(Counter counter, long number) {
        LongAdder adder = counts.get(counter);
        if (adder != null) {
            adder.add(number);
        }
    }

    synchronized void addFaults(Map<FaultKind, Long> injected) {
        injected.forEach((fault, number) -> faults.merge(fault, number, Long::sum));
    }

    @Override
    public synchronized String toString() {
        return counts + " faults " + faults;
    }
}

package io.concor.benchmarks.soak;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What was done so far. Thread-safe. */
final class Totals {

    /** What is counted. */
    enum Count {
        EVENTS,
        CHANGES,
        /** Changes that were given up and taken back. */
        ROLLED_BACK,
        /** Layouts against the rules. */
        REFUSED,
        PRESETS,
        STOPS,
        /** Events that a stop left no time for. */
        UNFINISHED,
        THREADS_INTERRUPTED
    }

    private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);
    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);

    Totals() {
        for (Count count : Count.values()) {
            counts.put(count, new LongAdder());
        }
    }

    void add(Count count) {
        add(count, 1);
    }

    void add(Count count, long number) {
        LongAdder adder = counts.get(count);
        if (adder != null) {
            adder.add(number);
        }
    }

    long get(Count count) {
        LongAdder adder = counts.get(count);
        return adder == null ? 0 : adder.sum();
    }

    synchronized void addFaults(Map<Fault, Long> injected) {
        injected.forEach((fault, number) -> faults.merge(fault, number, Long::sum));
    }

    @Override
    public synchronized String toString() {
        return counts + " faults " + faults;
    }
}

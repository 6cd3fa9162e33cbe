package io.concor.benchmarks.soak;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** What must not be. Thread-safe; keeps the first ones. */
final class Findings {

    private static final int KEPT = 20;

    private final Queue<String> first = new ConcurrentLinkedQueue<>();
    private final AtomicLong number = new AtomicLong();

    void add(String finding, Object... arguments) {
        if (number.getAndIncrement() < KEPT) {
            first.add(finding.formatted(arguments));
        }
    }

    void addUnless(boolean fine, String finding, Object... arguments) {
        if (!fine) {
            add(finding, arguments);
        }
    }

    boolean none() {
        return number.get() == 0;
    }

    long number() {
        return number.get();
    }

    List<String> first() {
        return List.copyOf(first);
    }
}

package io.concor.soak;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Violations of guarantees: counts all and keeps the first ones. Thread-safe. */
final class Findings {

    private static final int KEPT = 20;

    private final Queue<String> first = new ConcurrentLinkedQueue<>();
    private final AtomicLong number = new AtomicLong();

    void add(String finding, Object... arguments) {
        if (number.getAndIncrement() < KEPT) {
            first.add(finding.formatted(arguments));
        }
    }

    void addUnless(boolean holds, String finding, Object... arguments) {
        if (!holds) {
            add(finding, arguments);
        }
    }

    boolean isEmpty() {
        return number.get() == 0;
    }

    long number() {
        return number.get();
    }

    List<String> first() {
        return List.copyOf(first);
    }
}

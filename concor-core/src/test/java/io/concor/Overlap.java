package io.concor;

import java.util.concurrent.atomic.AtomicInteger;

/** A single-threaded task that notices when it runs at the same time as itself; its state is not guarded on purpose. */
final class Overlap<T> implements SingleThreadedTask<T, T> {

    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger overlaps = new AtomicInteger();
    private long runs;

    @Override
    public T apply(T message) {
        if (inside.incrementAndGet() > 1) {
            overlaps.incrementAndGet();
        }
        for (int i = 0; i < 50; i++) {
            Thread.onSpinWait();
        }
        runs++;
        inside.decrementAndGet();
        return message;
    }

    int overlaps() {
        return overlaps.get();
    }

    /** To be read when the flow is empty. */
    long runs() {
        return runs;
    }
}

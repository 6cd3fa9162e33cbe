package io.concor.sample.support;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Counts the requests that ended in the last minute, in steps of five seconds. Thread-safe. */
final class RecentOutcomes {

    private static final int SLICES = 12;
    private static final long SLICE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final LongSupplier nanoClock;
    private final Deque<Slice> slices = new ArrayDeque<>(SLICES + 1);

    RecentOutcomes(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /**
     * How many requests ended.
     *
     * @param requests all
     * @param failed those without an answer from 200 to 299
     */
    record Counts(int requests, int failed) {}

    synchronized void add(boolean success) {
        Slice slice = current();
        slice.requests++;
        slice.failed += success ? 0 : 1;
    }

    synchronized Counts counts() {
        current();
        return new Counts(
                slices.stream().mapToInt(slice -> slice.requests).sum(),
                slices.stream().mapToInt(slice -> slice.failed).sum());
    }

    private Slice current() {
        long now = nanoClock.getAsLong();
        if (slices.isEmpty() || now - slices.getLast().begunNanos >= SLICE_NANOS) {
            slices.addLast(new Slice(now));
        }
        while (now - slices.getFirst().begunNanos >= SLICES * SLICE_NANOS) {
            slices.removeFirst();
        }
        return slices.getLast();
    }

    private static final class Slice {

        private final long begunNanos;
        private int requests;
        private int failed;

        private Slice(long begunNanos) {
            this.begunNanos = begunNanos;
        }
    }
}

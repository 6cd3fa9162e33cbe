package io.concor.engine;

import io.concor.engine.thread.DeferredInterrupt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Bounds how many events wait in a ring, and pauses the threads of the stage before while it is full. */
final class RingCapacity {

    private static final long LONGEST_PARK_NANOS = 1_000_000;
    private static final int SPINS = 50;

    private final Queue<Thread> pausing = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pausingThreads = new AtomicInteger();
    private volatile int capacity;
    /** The last position that surely has room. Saves publishers a read of what takers write. */
    private volatile long surelyUpTo = -1;

    RingCapacity(int capacity) {
        this.capacity = capacity;
    }

    void capacity(int changed) {
        capacity = changed;
        surelyUpTo = -1;
        wakeAll();
    }

    /** Whether it is known already that there is room after a position. */
    boolean surelyHolds(long lastPut) {
        return lastPut < surelyUpTo;
    }

    /** Whether there is no room after the last position put. */
    boolean isFull(long lastTaken, long lastPut) {
        int present = capacity;
        long upTo = lastTaken + present;
        surelyUpTo = upTo;
        if (capacity != present) {
            surelyUpTo = -1; // this write may have overwritten that of the change
        }
        return lastPut >= upTo;
    }

    /** Pauses the calling thread as long as there is no room. */
    void pauseWhile(BooleanSupplier full) {
        for (int spins = 0; full.getAsBoolean() && spins < SPINS; spins++) {
            Thread.onSpinWait();
        }
        pausingThreads.incrementAndGet();
        try (DeferredInterrupt interrupt = new DeferredInterrupt()) {
            while (full.getAsBoolean()) {
                parkBriefly(interrupt);
            }
        } finally {
            pausingThreads.decrementAndGet();
        }
    }

    /** Takers look for pausing threads without a fence, so a wake-up may be lost; that costs a millisecond. */
    private void parkBriefly(DeferredInterrupt interrupt) {
        pausing.add(Thread.currentThread());
        interrupt.park(this, LONGEST_PARK_NANOS);
        pausing.remove(Thread.currentThread());
    }

    boolean isAwaited() {
        return pausingThreads.get() > 0;
    }

    /** Wakes pausing threads once half of the capacity is free, so that they do not wake for each event. */
    void freed(long waitingEvents) {
        int most = capacity;
        if (waitingEvents <= most / 2) {
            wake(most - (int) waitingEvents);
        }
    }

    void wakeAll() {
        wake(pausingThreads.get());
    }

    /** Bounded, because threads that find the ring full again return to the queue at once. */
    private void wake(int threads) {
        for (int i = 0; i < threads; i++) {
            Thread thread = pausing.poll();
            if (thread == null) {
                return;
            }
            LockSupport.unpark(thread);
        }
    }
}

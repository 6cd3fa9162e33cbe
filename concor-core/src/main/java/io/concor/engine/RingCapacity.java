package io.concor.engine;

import io.concor.engine.thread.DeferredInterrupt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How many events may wait in a ring before the threads of the stage before pause, and the threads that do. */
final class RingCapacity {

    private static final long LONGEST_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int SPINS = 50;

    private final Queue<Thread> pausing = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pausingThreads = new AtomicInteger();
    private volatile int capacity;
    /** Up to which position there is room whatever the takers do; spares publishers a look at what the takers write. */
    private volatile long surelyUpTo = -1;

    RingCapacity(int capacity) {
        this.capacity = capacity;
    }

    void capacity(int changed) {
        capacity = changed;
        surelyUpTo = -1;
        wakeAll();
    }

    /** Whether there is room behind a position, as far as is known already. */
    boolean surely(long lastPut) {
        return lastPut < surelyUpTo;
    }

    /** Whether there is no room behind the last position put. */
    boolean isFull(long lastTaken, long lastPut) {
        int present = capacity;
        long upTo = lastTaken + present;
        surelyUpTo = upTo;
        if (capacity != present) {
            surelyUpTo = -1; // what was just written may have come after the change
        }
        return lastPut >= upTo;
    }

    /** Keeps the calling thread waiting as long as there is no room. */
    void pauseWhile(BooleanSupplier full) {
        for (int spins = 0; full.getAsBoolean() && spins < SPINS; spins++) {
            Thread.onSpinWait();
        }
        pausingThreads.incrementAndGet();
        try (DeferredInterrupt patience = new DeferredInterrupt()) {
            while (full.getAsBoolean()) {
                parkBriefly(patience);
            }
        } finally {
            pausingThreads.decrementAndGet();
        }
    }

    /** The takers look for pausing threads without a fence; a wake-up that is lost so costs a millisecond. */
    private void parkBriefly(DeferredInterrupt patience) {
        pausing.add(Thread.currentThread());
        patience.park(this, LONGEST_PARK_NANOS);
        pausing.remove(Thread.currentThread());
    }

    boolean awaited() {
        return pausingThreads.get() > 0;
    }

    /** Lets the pausing threads go on once half of the room is free, so that they do not wake for each event. */
    void freed(long waitingEvents) {
        int most = capacity;
        if (waitingEvents <= most / 2) {
            wake(most - (int) waitingEvents);
        }
    }

    void wakeAll() {
        wake(pausingThreads.get());
    }

    /** Bounded, because those who are woken in vain come back to the queue at once. */
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

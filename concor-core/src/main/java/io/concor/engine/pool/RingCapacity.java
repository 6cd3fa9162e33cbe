package io.concor.engine.pool;

import io.concor.engine.thread.DeferredInterrupt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Bounds how many events wait in a queue, and pauses the threads of the stage before while it is full. */
final class RingCapacity {

    private static final long FIRST_PARK_NANOS = 1_000_000;
    private static final long LONGEST_PARK_NANOS = 128 * FIRST_PARK_NANOS;
    private static final int SPINS = 50;

    private final Queue<PausingThread> pausing = new ConcurrentLinkedQueue<>();
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

    /**
     * Pauses a worker of the stage before, which calls this, while a queue is full.
     *
     * @return whether the thread paused
     */
    boolean awaitRoom(EventQueue queue, Worker worker) {
        return !surelyHolds(queue.lastPut()) && queue.isFull() && pause(queue, worker);
    }

    /** Whether it is known already that there is room after a position. */
    boolean surelyHolds(long lastPut) {
        return lastPut < surelyUpTo;
    }

    /** A thread that finds no memory to wait does not: a queue has room for every event of the flow. */
    private boolean pause(EventQueue queue, Worker worker) {
        worker.time().blocked();
        try {
            pauseWhile(queue::isFull);
            return true;
        } catch (OutOfMemoryError noMemory) {
            return false;
        } finally {
            worker.time().busy();
        }
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
                parkUntilWoken(full, interrupt);
            }
        } finally {
            pausingThreads.decrementAndGet();
        }
    }

    /**
     * Takers look for pausing threads without a fence, so one that pauses just then may be missed. It therefore looks by
     * itself after a millisecond, and then ever less often: hundreds of threads that look in vain would take the
     * processors from the takers.
     */
    private void parkUntilWoken(BooleanSupplier full, DeferredInterrupt interrupt) {
        PausingThread present = new PausingThread(Thread.currentThread());
        pausing.add(present);
        for (long nanos = FIRST_PARK_NANOS; !present.woken && full.getAsBoolean(); nanos = nextPark(nanos)) {
            interrupt.park(this, nanos);
        }
        if (!present.woken) {
            pausing.remove(present);
        }
    }

    private static long nextPark(long nanos) {
        return Math.min(2 * nanos, LONGEST_PARK_NANOS);
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
            PausingThread next = pausing.poll();
            if (next == null) {
                return;
            }
            next.wake();
        }
    }

    private static final class PausingThread {

        private final Thread thread;
        /** Whether it has left the queue because there may be room. */
        private volatile boolean woken;

        PausingThread(Thread thread) {
            this.thread = thread;
        }

        void wake() {
            woken = true;
            LockSupport.unpark(thread);
        }
    }
}

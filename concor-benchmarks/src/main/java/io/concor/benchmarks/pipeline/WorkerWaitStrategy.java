package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Spins shortly, then parks, for several workers that have claimed a sequence each: the publisher of a sequence wakes the
 * one that waits for it.
 */
final class WorkerWaitStrategy implements WaitStrategy {

    private static final int SPINS = 100;
    private static final int MASK = Shape.CAPACITY - 1;

    private final AtomicReferenceArray<Thread> parked = new AtomicReferenceArray<>(Shape.CAPACITY);

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
            throws AlertException {
        for (int i = 0; i < SPINS && dependent.get() < sequence; i++) {
            Thread.onSpinWait();
        }
        if (dependent.get() < sequence) {
            park(sequence, dependent, barrier);
        }
        return dependent.get();
    }

    private void park(long sequence, Sequence dependent, SequenceBarrier barrier) throws AlertException {
        int place = (int) sequence & MASK;
        parked.set(place, Thread.currentThread());
        VarHandle.fullFence();
        while (dependent.get() < sequence) {
            barrier.checkAlert();
            LockSupport.park(this);
        }
        // by now the place may be that of a worker that waits for a sequence one ring further on
        parked.compareAndSet(place, Thread.currentThread(), null);
    }

    void wake(long sequence) {
        VarHandle.fullFence();
        LockSupport.unpark(parked.get((int) sequence & MASK));
    }

    /** Publishers call {@link #wake} with what they published. */
    @Override
    public void signalAllWhenBlocking() {}
}

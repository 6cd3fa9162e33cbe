package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import io.concor.benchmarks.workload.Shape;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Spins briefly or not at all, then parks, for several workers that each claim a sequence. The publisher of a sequence
 * wakes the worker that waits for it.
 */
final class WorkerWaitStrategy implements WaitStrategy {

    /**
     * Twice the ring: while the worker of a sequence is late, another may already wait for the sequence one ring size
     * ahead and needs a different place.
     */
    private static final int PLACES = 2 * Shape.CAPACITY;

    private final AtomicReferenceArray<Thread> parked = new AtomicReferenceArray<>(PLACES);
    private final int spins;

    WorkerWaitStrategy(int spins) {
        this.spins = spins;
    }

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
            throws AlertException {
        for (int i = 0; i < spins && dependent.get() < sequence; i++) {
            Thread.onSpinWait();
        }
        if (dependent.get() < sequence) {
            park(sequence, dependent, barrier);
        }
        return dependent.get();
    }

    private void park(long sequence, Sequence dependent, SequenceBarrier barrier) throws AlertException {
        int place = (int) sequence & PLACES - 1;
        parked.set(place, Thread.currentThread());
        VarHandle.fullFence();
        while (dependent.get() < sequence) {
            barrier.checkAlert();
            LockSupport.park(this);
        }
        parked.set(place, null);
    }

    void wake(long sequence) {
        VarHandle.fullFence();
        LockSupport.unpark(parked.get((int) sequence & PLACES - 1));
    }

    /** Does nothing: publishers call {@link #wake} with the published sequence. */
    @Override
    public void signalAllWhenBlocking() {}
}

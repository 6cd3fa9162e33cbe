package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Spins briefly or not at all, then parks. The publisher wakes the consumer only if it is parked. For one consumer. */
final class ParkingWaitStrategy implements WaitStrategy {

    private final int spins;
    private volatile @Nullable Thread parked;

    ParkingWaitStrategy(int spins) {
        this.spins = spins;
    }

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
            throws AlertException {
        for (int i = 0; i < spins; i++) {
            long available = dependent.get();
            if (available >= sequence) {
                return available;
            }
            Thread.onSpinWait();
        }
        return park(sequence, dependent, barrier);
    }

    private long park(long sequence, Sequence dependent, SequenceBarrier barrier) throws AlertException {
        while (true) {
            parked = Thread.currentThread();
            VarHandle.fullFence(); // the consumer sets parked before it reads again; the publisher publishes before it
            // reads parked
            long available = dependent.get();
            if (available >= sequence) {
                parked = null;
                return available;
            }
            barrier.checkAlert();
            LockSupport.park(this);
        }
    }

    @Override
    public void signalAllWhenBlocking() {
        VarHandle.fullFence();
        Thread consumer = parked;
        if (consumer != null) {
            parked = null;
            LockSupport.unpark(consumer);
        }
    }
}

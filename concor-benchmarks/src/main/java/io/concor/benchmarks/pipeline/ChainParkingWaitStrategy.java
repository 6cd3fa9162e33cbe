package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Spins briefly, then parks, for a chain of consumers of one ring. With the Disruptor's own parking strategies all
 * consumers but the first spin forever. A consumer that begins to wait has just finished its events, so it wakes the
 * next consumer first.
 */
final class ChainParkingWaitStrategy implements WaitStrategy {

    private static final int SPINS = 100;

    private final List<Consumer> consumers = new CopyOnWriteArrayList<>();
    private final ThreadLocal<Consumer> self = ThreadLocal.withInitial(this::join);
    private volatile @Nullable Consumer first;

    private Consumer join() {
        Consumer consumer = new Consumer(Thread.currentThread());
        consumers.add(consumer);
        return consumer;
    }

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
            throws AlertException {
        wakeNextConsumers();
        for (int i = 0; i < SPINS; i++) {
            long available = dependent.get();
            if (available >= sequence) {
                return available;
            }
            Thread.onSpinWait();
        }
        Consumer consumer = self.get();
        if (dependent == cursor) {
            first = consumer;
        }
        return consumer.park(sequence, dependent, barrier);
    }

    private void wakeNextConsumers() {
        VarHandle.fullFence();
        for (Consumer consumer : consumers) {
            consumer.wake(false);
        }
    }

    @Override
    public void signalAllWhenBlocking() {
        VarHandle.fullFence();
        Consumer consumer = first;
        if (consumer != null) {
            consumer.wake(true);
        }
        if (consumer == null || consumer.alerted()) {
            consumers.forEach(other -> other.wake(true));
        }
    }

    /** A consumer, and the sequence it waits for while it is parked. */
    private static final class Consumer {

        private final Thread thread;
        private long wanted;
        private @Nullable Sequence dependent;
        private @Nullable SequenceBarrier barrier;
        private volatile boolean parked;

        Consumer(Thread thread) {
            this.thread = thread;
        }

        long park(long sequence, Sequence before, SequenceBarrier ownBarrier) throws AlertException {
            wanted = sequence;
            dependent = before;
            barrier = ownBarrier;
            while (true) {
                parked = true;
                VarHandle.fullFence();
                long available = before.get();
                if (available >= sequence) {
                    parked = false;
                    return available;
                }
                ownBarrier.checkAlert();
                LockSupport.park(this);
            }
        }

        void wake(boolean always) {
            if (parked && (always || isServed())) { // reads parked first: it publishes the other fields
                parked = false;
                LockSupport.unpark(thread);
            }
        }

        private boolean isServed() {
            Sequence before = dependent;
            return before != null && before.get() >= wanted;
        }

        boolean alerted() {
            SequenceBarrier own = barrier;
            return own != null && own.isAlerted();
        }
    }
}

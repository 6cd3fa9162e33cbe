package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import io.concor.benchmarks.workload.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Several workers on one ring, as in version 3 of the Disruptor. Each worker claims the next sequence from a shared
 * counter and waits for it. Its own sequence is a gate for the publishers.
 */
final class WorkerRing implements AutoCloseable {

    private final RingBuffer<RingEntry> ring;
    private final SequenceBarrier barrier;
    private final Sequence claimed;
    private final Consumer<Event> work;
    private final List<Thread> threads = new ArrayList<>();

    WorkerRing(RingBuffer<RingEntry> ring, int workers, Consumer<Event> work) {
        this.ring = ring;
        this.work = work;
        barrier = ring.newBarrier();
        claimed = new Sequence(ring.getCursor());
        for (int i = 0; i < workers; i++) {
            Sequence own = new Sequence(ring.getCursor());
            ring.addGatingSequences(own);
            threads.add(PipelineThreads.daemon(() -> run(own)));
        }
        threads.forEach(Thread::start);
    }

    private void run(Sequence own) {
        try {
            while (true) {
                handle(claim(own));
            }
        } catch (AlertException | InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException unexpected) {
            throw new IllegalStateException("The wait strategy timed out: use one that waits forever", unexpected);
        }
    }

    private long claim(Sequence own) {
        long next;
        do {
            next = claimed.get() + 1;
            own.set(next - 1);
        } while (!claimed.compareAndSet(next - 1, next));
        return next;
    }

    private void handle(long sequence) throws AlertException, InterruptedException, TimeoutException {
        while (barrier.waitFor(sequence) < sequence) {
            Thread.onSpinWait(); // claimed by a publisher but not published yet
        }
        work.accept(ring.get(sequence).event);
    }

    @Override
    public void close() {
        barrier.alert();
        threads.forEach(Thread::interrupt);
        PipelineThreads.join(threads);
    }
}

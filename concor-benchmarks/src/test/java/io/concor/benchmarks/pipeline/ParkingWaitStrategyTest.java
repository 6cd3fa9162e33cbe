package io.concor.benchmarks.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How often the wait strategies read the ring before they park. */
@Timeout(60) // against hanging only
class ParkingWaitStrategyTest {

    private final AtomicInteger reads = new AtomicInteger();

    static Stream<Arguments> strategies() {
        return Stream.of(0, 100)
                .flatMap(spins -> Stream.of(
                        Arguments.of(new ParkingWaitStrategy(spins), spins),
                        Arguments.of(new WorkerWaitStrategy(spins), spins)));
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void parksAfterCheckingTheRing(WaitStrategy waiting, int spins) throws Exception {
        SequenceBarrier barrier =
                RingBuffer.createSingleProducer(RingEntry::new, 8, waiting).newBarrier();
        Thread consumer = new Thread(() -> waitFor(waiting, barrier));
        consumer.start();

        await("the parked consumer").until(() -> consumer.getState() == Thread.State.WAITING);

        assertThat(reads.get()).isBetween(spins, spins + 4);
        barrier.alert();
        consumer.interrupt();
        consumer.join();
    }

    private void waitFor(WaitStrategy waiting, SequenceBarrier barrier) {
        try {
            waiting.waitFor(0, new Sequence(), new CountedSequence(), barrier);
        } catch (AlertException | InterruptedException | TimeoutException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /** A sequence that nothing was published to, and that counts how often it is read. */
    private final class CountedSequence extends Sequence {

        @Override
        public long get() {
            reads.incrementAndGet();
            return super.get();
        }
    }
}

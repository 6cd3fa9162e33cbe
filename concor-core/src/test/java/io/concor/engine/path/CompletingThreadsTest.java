package io.concor.engine.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.fixture.RunningFlows;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CompletingThreadsTest {

    private static final int MORE_THAN_ONE_TABLE_HAS = 500;

    private final CompletingThreads completing = new CompletingThreads();
    private final Thread caller = Thread.currentThread();

    @Test
    void knowEachFutureOfAThreadUntilItIsComplete() {
        int outer = completing.begin(3);
        int inner = completing.begin(5);

        assertThat(completing.count(caller)).isEqualTo(2);
        assertThat(completing.contexts(caller)).isEqualTo(BitSet.valueOf(new long[] {1 << 3 | 1 << 5}));
        assertThat(completing.all()).containsOnly(caller);

        completing.end(inner);
        assertThat(completing.contexts(caller)).isEqualTo(BitSet.valueOf(new long[] {1 << 3}));
        completing.end(outer);
        assertThat(completing.count(caller)).isZero();
        assertThat(completing.all()).isEmpty();
    }

    @Test
    void haveRoomForAnyNumber() {
        int[] places = IntStream.range(0, MORE_THAN_ONE_TABLE_HAS)
                .map(completing::begin)
                .toArray();

        assertThat(places).doesNotHaveDuplicates();
        assertThat(completing.contexts(caller).cardinality()).isEqualTo(MORE_THAN_ONE_TABLE_HAS);

        IntStream.of(places).forEach(completing::end);
        assertThat(completing.all()).isEmpty();
    }

    @Test
    void keepThreadsApart() throws Exception {
        CompletableFuture<?>[] threads = Stream.generate(() -> RunningFlows.onOwnThread(this::beginAndEnd))
                .limit(8)
                .toArray(CompletableFuture[]::new);

        RunningFlows.get(CompletableFuture.allOf(threads));
        assertThat(completing.all()).isEmpty();
    }

    private void beginAndEnd() {
        for (int i = 0; i < 1_000; i++) {
            int place = completing.begin(i);
            assertThat(completing.contexts(Thread.currentThread()).nextSetBit(0))
                    .isEqualTo(i);
            assertThat(completing.count(Thread.currentThread())).isOne();
            completing.end(place);
        }
    }
}

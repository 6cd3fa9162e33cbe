package io.concor.queues.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.measure.QueueActivity;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How long a queue is, between two counts. */
class QueueDepthTest {

    private final AtomicInteger madeRoom = new AtomicInteger();
    private final QueueDepth depth = new QueueDepth(() -> 2, madeRoom::incrementAndGet, new QueueActivity());

    private void count(long rows) {
        depth.counted(depth.beginCount(), rows);
    }

    @Test
    void followsWhatThisProcessPutsAndTakes() {
        count(1);
        depth.grew();
        assertThat(depth.events()).isEqualTo(2);
        assertThat(depth.hasRoom(1)).isFalse();
        assertThat(depth.reserve()).isFalse();
        depth.shrank();
        assertThat(madeRoom).hasValue(1);
        assertThat(depth.events()).isEqualTo(1);
        assertThat(depth.reserve()).isTrue();
        assertThat(depth.hasRoom(1)).isFalse();
    }

    /** The answer may be of a moment before it. */
    @Test
    void doesNotForgetWhatIsPutWhileItIsCounted() {
        QueueDepth.Begun begun = depth.beginCount();
        depth.grew();
        depth.counted(begun, 0);
        assertThat(depth.events()).isEqualTo(1);
        assertThat(depth.isStale()).isTrue();
        count(1);
        assertThat(depth.events()).isEqualTo(1);
        assertThat(depth.isStale()).isFalse();
    }

    @Test
    void isNotKnownBeforeItIsCountedAndNeverNegative() {
        assertThat(depth.isStale()).isTrue();
        count(0);
        depth.shrank();
        assertThat(depth.events()).isZero();
        assertThat(depth.isStale()).isTrue();
    }
}

package io.concor.kafka.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SuspicionTest {

    private final AtomicLong now = new AtomicLong();
    private final Suspicion suspicion = new Suspicion(now::get);

    private void after(int seconds) {
        now.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void aTopicIsGoneOnceItWasMissingForAWhile() {
        assertThat(suspicion.missing()).isFalse();
        after(4);
        assertThat(suspicion.missing()).isFalse();
        assertThat(suspicion.isGone()).isFalse();
        after(1);
        assertThat(suspicion.missing()).isTrue();
        assertThat(suspicion.isGone()).isTrue();
        assertThat(suspicion.missing()).as("news once").isFalse();
        assertThat(suspicion.isGone()).isTrue();
    }

    @Test
    void aTopicThatWasFoundBetweenTwoLooksIsNotGone() {
        suspicion.missing();
        after(4);
        suspicion.lower();
        suspicion.missing();
        after(4);
        assertThat(suspicion.missing()).isFalse();
        after(1);
        assertThat(suspicion.missing()).isTrue();
        suspicion.lower();
        assertThat(suspicion.isGone()).isFalse();
        assertThat(suspicion.isRaised()).isFalse();
    }

    @Test
    void aTopicThatIsAnotherByNowIsNotGone() {
        suspicion.missing();
        after(5);
        suspicion.missing();
        suspicion.lasts("another");
        assertThat(suspicion.isGone()).isFalse();
        assertThat(suspicion.isRaised()).isTrue();
    }
}

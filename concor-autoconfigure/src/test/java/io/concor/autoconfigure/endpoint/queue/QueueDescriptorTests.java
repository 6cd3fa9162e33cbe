package io.concor.autoconfigure.endpoint.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.endpoint.queue.QueueDescriptor.HeldDescriptor;
import io.concor.queues.administration.QueueReport;
import io.concor.queues.measure.LocalFigures;
import io.concor.queues.row.KeyHold;
import io.concor.queues.row.RowFailure;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QueueDescriptorTests {

    private static QueueDescriptor descriptor(@Nullable LocalFigures local) {
        return QueueDescriptor.of(
                new QueueReport("orders", "book", 7, 3L, 1L, 2, false, List.of("node-1"), List.of(), local), "jdbc");
    }

    @Test
    void showsWhatThisProcessDoes() {
        QueueDescriptor queue = descriptor(new LocalFigures(12.3456, 0, 4));

        assertThat(queue.ratePutPerSecond()).isEqualTo(12.3);
        assertThat(queue.rateTakenPerSecond()).isZero();
        assertThat(queue.inWork()).isEqualTo(4);
        assertThat(queue.plainText()).contains("put/s", "taken/s", "in work", "12.3");
    }

    @Test
    void showsNoRatesOfAQueueThatIsNotOpenHere() {
        QueueDescriptor queue = descriptor(null);

        assertThat(queue.ratePutPerSecond()).isNull();
        assertThat(queue.rateTakenPerSecond()).isNull();
        assertThat(queue.inWork()).isNull();
        assertThat(queue.depth()).isEqualTo(7);
        assertThat(queue.plainText()).contains("orders.book");
    }

    @Test
    void saysWhyAKeyWaitsAndUntilWhen() {
        RowFailure slow = new RowFailure("book", "java.net.SocketTimeoutException", "slow", true);
        List<KeyHold> holds = List.of(
                new KeyHold("k1", "e1", 17L, slow, 1_000, null), new KeyHold("k2", "e2", null, slow, 1_000, 3_000L));

        List<HeldDescriptor> held = QueueDescriptor.of(
                        new QueueReport("orders", "book", 7, 3L, 1L, 2, false, List.of(), holds, null), "jdbc")
                .held();

        assertThat(held).extracting(HeldDescriptor::error).containsOnly("java.net.SocketTimeoutException");
        assertThat(held).extracting(HeldDescriptor::reason).containsOnly("slow");
        assertThat(held).extracting(HeldDescriptor::number).containsExactly(17L, null);
        assertThat(held).extracting(HeldDescriptor::retryAt).containsExactly(null, Instant.ofEpochSecond(3));
    }
}

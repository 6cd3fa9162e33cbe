package io.concor.queues.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.measure.QueueActivity;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneEpoch;
import io.concor.queues.row.QueueRow;
import io.concor.queues.row.RowKey;
import io.concor.queues.store.TextFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrderHoldsTest {

    private final MessageFormat format = new TextFormat();
    private final LocalQueue queue = new LocalQueue(
            new QueueRow(1, "flow", "slot", 16, false),
            new QueueDefinition("flow", "slot", Order.KEY, 10),
            format,
            new QueueActivity(),
            () -> {});
    private final OrderHolds holds = queue.holds();

    private ClaimedEvent event(long id) throws Exception {
        EventRow row = new EventRow(new RowKey(1, 0, id), "id", "key", format.write("text"), Map.of(), 0, 0, 0, 0);
        return new ClaimedEvent(queue, row, new LaneEpoch(1, 0, 1));
    }

    /** Two events of a key may go back or fail at once: each holds those behind it until it is free itself. */
    @Test
    void eachRowThatHoldsAKeyCounts() throws Exception {
        holds.hold("key", 3);
        holds.hold("key", 5);
        assertThat(holds.isHeldByEarlier(event(4))).isTrue();
        holds.unhold("key", 3);
        assertThat(holds.isHeldByEarlier(event(4))).isFalse();
        assertThat(holds.isHeldByEarlier(event(6))).isTrue();
        holds.unhold("key", 5);
        assertThat(holds.isHeldByEarlier(event(6))).isFalse();
    }

    @Test
    void aRowThatHoldsAKeyTwiceFreesItAtOnce() throws Exception {
        holds.hold("key", 3);
        holds.holdBehind(event(3));
        holds.unholdBehind(event(3));
        assertThat(holds.isHeldByEarlier(event(4))).isFalse();
    }
}

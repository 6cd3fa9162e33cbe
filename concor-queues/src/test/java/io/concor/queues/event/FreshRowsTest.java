package io.concor.queues.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.row.NewRow;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FreshRowsTest {

    private static final int MOST = 256;

    private final FreshRows rows = new FreshRows();

    @SuppressWarnings("NullAway") // its queue is not asked
    private static PutRow row(int bytes, boolean certain) {
        EncodedMessage message = new EncodedMessage("text", 1, new byte[bytes]);
        return new PutRow(null, new NewRow(1, 0, "id", false, null, message, Map.of(), 0), 1, certain, 0);
    }

    @Test
    void admitsARowIfTheReaderWantsIt() {
        assertThat(rows.admits(row(10, true))).isFalse();
        rows.want(true);
        assertThat(rows.admits(row(10, true))).isTrue();
    }

    @Test
    void admitsNoRowThatIsLargeOrWhoseIdIsNotSure() {
        rows.want(true);
        assertThat(rows.admits(row(1 << 20, true))).isFalse();
        assertThat(rows.admits(row(10, false))).isFalse();
    }

    @Test
    void admitsFewRowsUntilTheReaderHasTakenThem() {
        rows.want(true);
        for (int i = 0; i < MOST; i++) {
            assertThat(rows.admits(row(10, true))).isTrue();
            rows.arrived(row(10, true));
        }
        assertThat(rows.admits(row(10, true))).isFalse();
        assertThat(rows.take()).hasSize(MOST);
        assertThat(rows.take()).isEmpty();
        assertThat(rows.admits(row(10, true))).isTrue();
    }
}

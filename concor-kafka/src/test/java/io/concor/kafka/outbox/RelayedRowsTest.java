package io.concor.kafka.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.concor.queue.StoredEvent;
import io.concor.queues.codec.EncodedMessage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RelayedRowsTest {

    private static OutboxEvent event(long row, String id) {
        return new OutboxEvent(new Event(id), row, new EncodedMessage("text", 1, new byte[0]));
    }

    private record Event(String id) implements StoredEvent {

        @Override
        public @Nullable String key() {
            return null;
        }

        @Override
        public @Nullable Object message() {
            return null;
        }

        @Override
        public int attempt() {
            return 1;
        }

        @Override
        public boolean alone() {
            return false;
        }

        @Override
        public boolean isRecalled() {
            return false;
        }

        @Override
        public Instant put() {
            return Instant.EPOCH;
        }

        @Override
        public Map<String, String> headers() {
            return Map.of();
        }
    }

    @Test
    void areReadAsTheyWereWritten() {
        RelayedRows written = new RelayedRows();
        written.add(List.of(event(7, "a"), event(1L << 40, "b")));

        RelayedRows read = RelayedRows.read(written.write());

        assertThat(read.contains(event(7, "a"))).isTrue();
        assertThat(read.contains(event(1L << 40, "b"))).isTrue();
        assertThat(read.contains(event(8, "a"))).isFalse();
    }

    /** As in a database that was set back to a former state. */
    @Test
    void knowAnotherEventOfTheSameNumber() {
        RelayedRows rows = new RelayedRows();
        rows.add(List.of(event(7, "a")));

        assertThat(rows.contains(event(7, "b"))).isFalse();
    }

    @Test
    void areForgottenWhenTheyAreGone() {
        RelayedRows rows = new RelayedRows();
        rows.add(List.of(event(5, "a"), event(6, "b"), event(7, "c"), event(8, "d")));

        rows.remove(List.of(event(8, "d")));
        rows.removeBelow(6);

        assertThat(rows.contains(event(5, "a"))).isFalse();
        assertThat(rows.contains(event(6, "b"))).isTrue();
        assertThat(rows.contains(event(7, "c"))).isTrue();
        assertThat(rows.contains(event(8, "d"))).isFalse();
    }

    @Test
    void ofALaterVersionOrDamagedAreRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> RelayedRows.read(new byte[] {2}))
                .withMessageContaining("Update this process");
        assertThatIllegalStateException()
                .isThrownBy(() -> RelayedRows.read(new byte[] {1, 0, 0, 0, 1, 0}))
                .withMessageContaining("damaged");
        assertThatIllegalStateException()
                .isThrownBy(() -> RelayedRows.read(new byte[] {1, 127, 0, 0, 1, 0}))
                .withMessageContaining("damaged");
    }
}

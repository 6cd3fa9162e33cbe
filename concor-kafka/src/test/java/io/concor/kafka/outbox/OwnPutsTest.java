package io.concor.kafka.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.QueueStoreException;
import io.concor.queue.PutReceipt;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a process knows of the events that it has put into an outbox. */
class OwnPutsTest {

    private final OwnPuts puts = new OwnPuts();
    private final List<PutReceipt> receipts = new ArrayList<>();

    private static final PutReceipt IGNORING = new PutReceipt() {
        @Override
        public void stored() {
            // not asked for
        }

        @Override
        public void failed(QueueStoreException cause) {
            // not asked for
        }
    };

    private void put() {
        puts.make(receipts::add, IGNORING);
    }

    @Test
    void thoseOfAFormerProcessMayBeThereUntilNothingIsFound() {
        assertThat(puts.look(() -> false)).isTrue();
        assertThat(puts.look(() -> true)).isFalse();
        assertThat(puts.mayBeThere()).isFalse();
    }

    @Test
    void onlyALookBehindTheEndOfAPutTells() {
        put();
        assertThat(puts.look(() -> true)).isTrue();
        receipts.get(0).stored();
        assertThat(puts.mayBeThere()).isTrue();
        assertThat(puts.look(() -> true)).isFalse();
    }

    /** What was looked for before it began says nothing of it. */
    @Test
    void aPutThatBeginsDuringALookMayBeThere() {
        boolean mayBeThere = puts.look(() -> {
            put();
            receipts.get(0).stored();
            return true;
        });
        assertThat(mayBeThere).isTrue();
    }

    @Test
    void aPutThatFailsIsOver() {
        put();
        receipts.get(0).failed(new QueueStoreException("no", true, null));
        assertThatThrownBy(() -> puts.make(
                        receipt -> {
                            throw new QueueStoreException("closed", false, null);
                        },
                        IGNORING))
                .isInstanceOf(QueueStoreException.class);
        assertThat(puts.look(() -> true)).isFalse();
    }
}

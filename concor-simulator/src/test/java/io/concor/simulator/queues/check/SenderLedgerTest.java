package io.concor.simulator.queues.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SenderLedgerTest {

    private static final long LEASE = 1000;

    @Test
    void knowsWhichMessagesAreMissing() {
        SenderLedger ledger = new SenderLedger(false);
        for (int i = 0; i < 3000; i++) {
            ledger.acknowledged(ledger.send());
            if (i != 1500 && i != 2999) {
                assertThat(ledger.received(i, 0, 0)).isEqualTo(DeliveryFinding.FIRST);
            }
        }
        List<Integer> missing = new ArrayList<>();
        ledger.forEachOutstanding(missing::add);
        assertThat(missing).containsExactly(1500, 2999);
        assertThat(ledger.outstanding()).isEqualTo(2);
        assertThat(ledger.received()).isEqualTo(2998);
    }

    @Test
    void countsAMessageThatIsReceivedBeforeItIsAcknowledged() {
        SenderLedger ledger = new SenderLedger(false);
        int number = ledger.send();
        assertThat(ledger.received(number, 0, 0)).isEqualTo(DeliveryFinding.FIRST);
        ledger.acknowledged(number);
        assertThat(ledger.outstanding()).isZero();
    }

    @Test
    void doesNotExpectAMessageThatWasNotAcknowledged() {
        SenderLedger ledger = new SenderLedger(false);
        ledger.send();
        assertThat(ledger.outstanding()).isZero();
        ledger.forEachOutstanding(number -> assertThat(number).isNegative());
    }

    @Test
    void recognizesASecondDeliveryOfASegmentThatIsDropped() {
        SenderLedger ledger = new SenderLedger(false);
        for (int i = 0; i < LedgerSegment.MESSAGES; i++) {
            ledger.acknowledged(ledger.send());
            ledger.received(i, 0, 0);
        }
        assertThat(ledger.received(5, 0, 0)).isEqualTo(DeliveryFinding.TWICE);
        assertThat(ledger.segments()).isZero();
    }

    @Test
    void dropsASegmentWithLeasesOnlyWhenAllMessagesHaveEnded() {
        SenderLedger ledger = new SenderLedger(true);
        for (int i = 0; i < LedgerSegment.MESSAGES; i++) {
            ledger.acknowledged(ledger.send());
            ledger.received(i, i, i + LEASE);
            assertThat(ledger.segments()).isEqualTo(1);
            if (i > 0) {
                ledger.ended(i);
            }
        }
        ledger.ended(0);
        assertThat(ledger.segments()).isZero();
    }

    @Test
    void toleratesASecondDeliveryAfterTheLeaseOnly() {
        SenderLedger ledger = new SenderLedger(true);
        int number = ledger.send();
        assertThat(ledger.received(number, 10, 10 + LEASE)).isEqualTo(DeliveryFinding.FIRST);
        assertThat(ledger.received(number, 9 + LEASE, 0)).isEqualTo(DeliveryFinding.TWICE);
        assertThat(ledger.received(number, 10 + LEASE, 10 + 2 * LEASE)).isEqualTo(DeliveryFinding.AGAIN);
        assertThat(ledger.received(number, 11 + LEASE, 0)).isEqualTo(DeliveryFinding.TWICE);
        ledger.ended(number);
        assertThat(ledger.received(number, 10 * LEASE, 0)).isEqualTo(DeliveryFinding.TWICE);
    }

    @Test
    void doesNotExpectWhatWasNeverSentOrWasRefused() {
        SenderLedger ledger = new SenderLedger(false);
        assertThat(ledger.received(0, 0, 0)).isEqualTo(DeliveryFinding.UNEXPECTED);
        int number = ledger.send();
        ledger.unexpected(number);
        assertThat(ledger.received(number, 0, 0)).isEqualTo(DeliveryFinding.UNEXPECTED);
        assertThat(ledger.received(-1, 0, 0)).isEqualTo(DeliveryFinding.UNEXPECTED);
    }
}

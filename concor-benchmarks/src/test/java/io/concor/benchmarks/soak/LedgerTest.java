package io.concor.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private static final int EVENTS = 3;

    private final Findings findings = new Findings();
    private final Callbacks callbacks = new Callbacks();
    private final Tasks tasks = new Tasks(new Faults(1), findings, callbacks, Duration.ofSeconds(1));
    private final Ledger ledger = new Ledger(EVENTS, tasks, findings);

    @AfterEach
    void end() {
        callbacks.close();
    }

    private void endAll() {
        for (int number = 0; number < EVENTS; number++) {
            ledger.ended(number, new Event(number), null);
        }
    }

    private static FlowSummary summary(int completed, int inFlight) {
        return new FlowSummary("flow", FlowState.CLOSED, 0, 1, inFlight, 4, completed, 0, 0, 0, 0, false);
    }

    @Test
    void findsNothingWhereEachEventEndedOnce() {
        endAll();
        ledger.verify(summary(EVENTS, 0));
        assertThat(findings.first()).isEmpty();
    }

    @Test
    void findsAnEventThatEndedTwice() {
        endAll();
        ledger.ended(1, new Event(1), null);
        ledger.verify(summary(EVENTS, 0));
        assertThat(findings.first()).contains("event 1 ended 2 times");
    }

    @Test
    void findsAnEventThatNeverEnded() {
        ledger.ended(0, new Event(0), null);
        ledger.ended(2, new Event(2), null);
        ledger.verify(summary(EVENTS, 0));
        assertThat(findings.first())
                .contains("event 1 ended 0 times", "the sum is 2, not 3", "the checksum is 2, not 3");
    }

    @Test
    void findsAnEventWithTheValueOfAnother() {
        ledger.ended(0, new Event(2), null);
        assertThat(findings.first()).containsExactly("event 0 ended with the value of event 2");
    }

    @Test
    void findsAnEventThatLeftOutAComponent() {
        tasks.simple();
        ledger.ended(0, new Event(0), null);
        assertThat(findings.first()).containsExactly("event 0 ended at component 0 of 1");
    }

    @Test
    void findsAnErrorThatNobodyInjected() {
        ledger.ended(0, null, new IllegalStateException("of the engine"));
        assertThat(findings.first()).singleElement().asString().contains("nobody injected");
    }

    @Test
    void findsAFlowThatCountsOtherwise() {
        endAll();
        ledger.verify(summary(EVENTS, 1));
        assertThat(findings.number()).isEqualTo(1);
    }

    @Test
    void keepsTheBooksOpenUntilEveryAcceptedEventHasEnded() {
        ledger.accepted();
        ledger.accepted();
        ledger.ended(0, new Event(0), null);
        assertThat(ledger.open()).isEqualTo(1);
    }
}

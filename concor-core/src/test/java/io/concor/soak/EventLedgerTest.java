package io.concor.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flows;
import io.concor.TaskKind;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.layout.Refusals;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventLedgerTest {

    private static final int EVENTS = 3;

    private final Findings findings = new Findings();
    private final CallbackClient client = new CallbackClient();
    private final CheckedTasks tasks =
            new CheckedTasks(new FaultInjector(1), findings, client, Duration.ofSeconds(1), false, 0);
    private final EventLedger ledger = new EventLedger(EVENTS, tasks, findings);

    @AfterEach
    void close() {
        client.close();
    }

    private void endAll() {
        for (int number = 0; number < EVENTS; number++) {
            ledger.recordEnded(number, new SoakEvent(number), null);
        }
    }

    private static FlowSummary summary(int completed, int inFlight) {
        return new FlowSummary(
                "flow",
                FlowState.CLOSED,
                0,
                1,
                inFlight,
                4,
                completed,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                Refusals.NONE,
                0,
                false);
    }

    @Test
    void findsNothingIfEachEventEndedOnce() {
        endAll();
        ledger.verify(summary(EVENTS, 0));
        assertThat(findings.first()).isEmpty();
    }

    @Test
    void findsAnEventThatEndedTwice() {
        endAll();
        ledger.recordEnded(1, new SoakEvent(1), null);
        ledger.verify(summary(EVENTS, 0));
        assertThat(findings.first()).contains("event 1 ended 2 times");
    }

    @Test
    void findsAnEventThatNeverEnded() {
        ledger.recordEnded(0, new SoakEvent(0), null);
        ledger.recordEnded(2, new SoakEvent(2), null);
        ledger.verify(summary(EVENTS, 0));
        assertThat(findings.first())
                .contains("event 1 ended 0 times", "the sum is 2, not 3", "the checksum is 2, not 3");
    }

    @Test
    void findsAnEventWithTheValueOfAnother() {
        ledger.recordEnded(0, new SoakEvent(2), null);
        assertThat(findings.first()).containsExactly("event 0 ended with the value of event 2");
    }

    @Test
    void findsAnEventThatSkippedAComponent() {
        tasks.append(Flows.create("checked"), TaskKind.SIMPLE);
        ledger.recordEnded(0, new SoakEvent(0), null);
        assertThat(findings.first()).containsExactly("event 0 ended at component 0 of 1");
    }

    @Test
    void findsAnErrorThatWasNotInjected() {
        ledger.recordEnded(0, null, new IllegalStateException("of the engine"));
        assertThat(findings.first()).singleElement().asString().contains("was not injected");
    }

    @Test
    void findsAFlowThatReportsOtherCounts() {
        endAll();
        ledger.verify(summary(EVENTS, 1));
        assertThat(findings.number()).isEqualTo(1);
    }

    @Test
    void countsAcceptedEventsThatHaveNotEnded() {
        ledger.recordAccepted();
        ledger.recordAccepted();
        ledger.recordEnded(0, new SoakEvent(0), null);
        assertThat(ledger.open()).isEqualTo(1);
    }
}

package io.concor.diagnosis.cause;

import static io.concor.diagnosis.SituationBuilder.level;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.advice.Advisor;
import io.concor.diagnosis.signal.FlowWindow.StoredWindow;
import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QueueStoreRuleTest {

    private static final JoinSettings DURABLE = JoinSettings.fixed(4).queue(QueueKind.DURABLE);

    /** A store that does next to nothing. */
    private static final StoredWindow IDLE = store(0, 0, 0, 0.1, 0.1, null);

    private static StoredWindow store(
            double storing, long depth, double inStore, double writing, double reading, @Nullable String failure) {
        return new StoredWindow(level(storing), 0, depth, 0, inStore, 0.05, writing, reading, failure);
    }

    private static SituationBuilder stored(double busy, double queue, StoredWindow store) {
        return SituationBuilder.of(100)
                .empty("check", TaskKind.SIMPLE)
                .filled("book", TaskKind.SYNCHRONIZED_REMOTE, DURABLE, busy)
                .queue(queue)
                .taken(100)
                .running(busy)
                .stored(store);
    }

    private static Finding first(Situation situation) {
        assertThat(LimitSigns.of(situation)).as("signs of a limit").isNotEmpty();
        return CauseRules.check(situation).get(0);
    }

    private static void assertStore(Finding finding, String summary) {
        assertThat(finding.cause()).isEqualTo(Cause.QUEUE_STORE);
        assertThat(finding.component()).isOne();
        assertThat(finding.summary()).isEqualTo(summary);
        assertThat(finding.evidence()).isNotEmpty();
    }

    private static List<String> advice(Situation situation, Finding finding) {
        return new Advisor("orders", situation)
                .advise(finding).stream().map(advice -> advice.text()).toList();
    }

    @Test
    void threadsThatCommitAreLimitedByTheStore() {
        Situation slow = stored(1, 200, store(0, 5_000, 0.93, 0.2, 0.1, null)).build();
        Finding finding = first(slow);

        assertStore(
                finding,
                "The threads of slot 'book' wait for its store for 93 % of their busy time, 50.0 ms for each transaction, tasks not included.");
        assertThat(advice(slow, finding).get(0)).startsWith("Find out what the database of the store waits for");
    }

    @Test
    void threadsThatRunTasksAreNot() {
        Situation slow = stored(1, 200, store(0, 5_000, 0.2, 0.9, 0.1, null)).build();

        assertThat(first(slow).cause()).isEqualTo(Cause.TOO_FEW_THREADS);
        assertThat(CauseRules.check(slow)).extracting(Finding::cause).doesNotContain(Cause.QUEUE_STORE);
    }

    @Test
    void admittedEventsThatTheStoreHasNotTakenAreLimitedByIt() {
        Situation slow = stored(0.2, 0, store(60, 3, 0.1, 0.97, 0.1, null))
                .inFlight(64, 64)
                .build();

        assertStore(
                first(slow),
                "The flow is full, and 60 of 64 admitted events wait until the store of slot 'book' has taken them. It writes for 97 % of the time.");
    }

    @Test
    void isASuspectIfThreadsAreBusyTooWhileItWritesSlowly() {
        Situation both = stored(1, 200, store(60, 5_000, 0.1, 0.97, 0.1, null))
                .inFlight(1_000, 64)
                .fromStores(936)
                .build();

        assertThat(CauseRules.check(both))
                .extracting(Finding::cause)
                .containsSubsequence(Cause.TOO_FEW_THREADS, Cause.QUEUE_STORE);
    }

    @Test
    void eventsThatItReadsTooSlowlyWaitWhileThreadsAreIdle() {
        Situation slow = stored(0.3, 0, store(0, 5_000, 0.1, 0.1, 0.99, null)).build();
        Finding finding = first(slow);

        assertStore(
                finding,
                "4996 events wait in the store of slot 'book', which reads them for 99 % of the time, while the threads of the slot are busy for only 30 %.");
        assertThat(finding.evidence()).extracting(Evidence::signal).contains("queue.depth.least");
    }

    @Test
    void isNamedWhileItIsAway() {
        String failure = "cannot read events: java.sql.SQLException: Connection refused";
        Situation away = stored(0, 0, store(0, 5_000, 0, 0, 0, failure)).build();
        Finding finding = first(away);

        assertStore(finding, "The store of slot 'book' does not work, and events wait for it: it " + failure + ".");
        assertThat(advice(away, finding)).singleElement().asString().contains("what it has taken is safe");
    }

    @Test
    void isNoLimitWhileItIsAwayAndNothingWaits() {
        assertThat(LimitSigns.of(
                        stored(0, 0, store(0, 0, 0, 0, 0, "cannot read events")).build()))
                .isEmpty();
    }

    @Test
    void aBacklogAloneIsNoSlowStore() {
        assertThat(LimitSigns.of(
                        stored(0.3, 0, store(0, 5_000, 0.1, 0.1, 0.3, null)).build()))
                .as("events may be delayed, held or of other processes")
                .isEmpty();
    }

    @Test
    void aFullQueueOfWhichLittleIsTakenIsNoSlowStore() {
        Situation paused = stored(0, 0, new StoredWindow(level(0), 64, 5_000, 0, 0, 0, 0.1, 0.1, null))
                .inFlight(64, 64)
                .build();
        Finding finding = first(paused);

        assertThat(finding.cause()).isEqualTo(Cause.ADMISSION);
        assertThat(finding.summary())
                .isEqualTo(
                        "The flow is full because the queue of slot 'book' is: 64 events wait until it has room, while the threads of the slot are busy for only 0 % of the time.");
        assertThat(advice(paused, finding)).singleElement().asString().contains("concorqueues shows whether");
    }

    @Test
    void threadsThatHardlyUseProcessorsWaitForTheStoreThoughOthersUseThem() {
        SituationBuilder waiting = SituationBuilder.of(100)
                .filled("check", TaskKind.SIMPLE, JoinSettings.fixed(1), 0.1)
                .filled("book", TaskKind.SYNCHRONIZED_REMOTE, DURABLE, 1, 0.02)
                .queue(200)
                .taken(100)
                .stored(store(0, 5_000, 0.93, 0.2, 0.1, null))
                .host(2, 0.2, 2, 1);

        assertThat(first(waiting.build()).cause()).isEqualTo(Cause.QUEUE_STORE);
    }

    @Test
    void isLessCertainWhileProcessorsLack() {
        Situation starved = stored(0.2, 0, store(60, 3, 0.1, 0.97, 0.1, null))
                .inFlight(64, 64)
                .host(4, 4, 4, 8)
                .build();

        assertThat(CauseRules.check(starved))
                .filteredOn(finding -> finding.cause() == Cause.QUEUE_STORE)
                .singleElement()
                .satisfies(finding -> assertThat(finding.confidence()).isLessThan(Confidence.CPU));
    }

    @Test
    void eventsOfTheStoreDoNotFillTheFlow() {
        Situation draining =
                stored(0.5, 0, IDLE).inFlight(1_040, 64).fromStores(1_024).build();

        assertThat(LimitSigns.of(draining)).isEmpty();
    }
}

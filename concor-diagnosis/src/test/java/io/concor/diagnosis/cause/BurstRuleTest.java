package io.concor.diagnosis.cause;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.advice.Advisor;
import io.concor.diagnosis.signal.FlowWindow.StoredWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BurstRuleTest {

    /** Four threads handle 200 events per second, which come at once. */
    private static SituationBuilder bursts(TaskKind kind, int threads) {
        return SituationBuilder.of(200)
                .goalP99Micros(100_000)
                .latency(390_000, 45)
                .filled("resolver", kind, JoinSettings.fixed(threads), 0.56)
                .burst(150);
    }

    private static List<Finding> found(SituationBuilder flow) {
        return CauseRules.check(flow.build());
    }

    @Test
    void namesTheSlotInWhichTheEventsOfABurstWait() {
        assertThat(found(bursts(TaskKind.SYNCHRONIZED_REMOTE, 4)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.cause()).isEqualTo(Cause.TOO_FEW_THREADS);
                    assertThat(finding.component()).isZero();
                    assertThat(finding.confidence()).isLessThan(0.7);
                    assertThat(finding.summary())
                            .isEqualTo(
                                    "Events arrive in bursts: up to 150 wait in slot 'resolver', for 420 ms, although its 4 threads are busy for only 56 % of the time.");
                });
    }

    @Test
    void pagesThatAStoreHandsOutAreNoBursts() {
        StoredWindow store = new StoredWindow(SituationBuilder.level(0), 0, 500, 0, 0.1, 0, 0.1, 0.1, null);

        assertThat(found(bursts(TaskKind.SYNCHRONIZED_REMOTE, 4).stored(store))).isEmpty();
    }

    @Test
    void namesATaskThatNeedsOneThread() {
        assertThat(found(bursts(TaskKind.SINGLE_THREADED, 1)))
                .singleElement()
                .returns(Cause.SINGLE_THREAD, Finding::cause);
    }

    @Test
    void advisesMoreThreadsAlsoIfTheTakenOnesSeemToBeMore() {
        Situation seen = bursts(TaskKind.SYNCHRONIZED_REMOTE, 4).taken(201).build();

        assertThat(new Advisor("flow", seen).advise(CauseRules.check(seen).get(0)))
                .allSatisfy(advice -> assertThat(advice.text()).doesNotContain("will drain"));
    }

    /** Events wait in the second slot each second, and some or none in the first. */
    private static Situation inTwoSlots(double first) {
        return bursts(TaskKind.SYNCHRONIZED_REMOTE, 4)
                .burst(first)
                .filled("sender", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 0.5)
                .burst(30)
                .build();
    }

    @Test
    void namesTheSlotInWhichEventsWaitAgainAndAgain() {
        List<Observation> seconds = new ArrayList<>(inTwoSlots(0).recent());
        seconds.set(0, inTwoSlots(900).recent().get(0));

        assertThat(CauseRules.check(inTwoSlots(0).withWindows(seconds)))
                .singleElement()
                .extracting(Finding::component)
                .isEqualTo(1);
    }

    @Test
    void namesNoBurstThatIsOverOrDoesNoHarm() {
        assertThat(found(bursts(TaskKind.SYNCHRONIZED_REMOTE, 4).burst(0)))
                .as("the latency is of an earlier load")
                .isEmpty();
        assertThat(found(bursts(TaskKind.SYNCHRONIZED_REMOTE, 4).goalP99Micros(400_000)))
                .as("the goal is kept")
                .isEmpty();
        assertThat(found(bursts(TaskKind.SYNCHRONIZED_REMOTE, 4).host(2, 1.9, 2, 4)))
                .as("processors lack")
                .noneMatch(finding -> finding.cause() == Cause.TOO_FEW_THREADS);
    }
}

package io.concor.diagnosis.cause;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.StackProfileBuilder;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Threads wait for each other: because they share too little, or because what has it has become slow? */
class SlowHolderTest {

    private static final double SURE = 0.7;
    private static final long MILLI = 1_000_000;
    private static final int STACKS = 320;

    /** A full flow with eight threads in a task that takes some time. */
    private static SituationBuilder eight(long millis) {
        return full().filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(8), 1, 0.02)
                .service(new long[] {millis * MILLI}, new long[] {200});
    }

    private static SituationBuilder full() {
        return SituationBuilder.of(400).refused(100).inFlight(64, 64).host(4, 0.3, 0.5, 0);
    }

    private static StackProfileBuilder locked(double share) {
        return StackProfileBuilder.of(STACKS)
                .locked((int) (share * STACKS), "com.shop.Ledger.book")
                .resting(STACKS);
    }

    private static StackProfileBuilder sharing(double share) {
        return StackProfileBuilder.of(STACKS)
                .sharing((int) (share * STACKS), "com.shop.Client.acquire")
                .resting(STACKS);
    }

    /** Sixteen threads, of which hardly one does not wait for the window; sixteen requests await their answers. */
    private static SituationBuilder windowOfAClient() {
        return full().filled("send", TaskKind.TRANSITION, JoinSettings.fixed(16), 1, 0.02)
                .running(15.2)
                .pending(16)
                .service(new long[] {80 * MILLI}, new long[] {200})
                .look(sharing(0.95));
    }

    private static void assertNamedAndTheOtherNotSure(Cause named, Cause other, Situation situation) {
        List<Finding> findings = CauseRules.check(situation);
        assertThat(findings).first().satisfies(first -> {
            assertThat(first.cause()).isEqualTo(named);
            assertThat(first.confidence()).isGreaterThan(SURE);
        });
        assertThat(findings)
                .filteredOn(finding -> finding.cause() == other)
                .singleElement()
                .satisfies(second -> assertThat(second.confidence()).isLessThanOrEqualTo(SURE));
    }

    private static void assertLockIsNamedAndNothingSure(Situation situation) {
        List<Finding> findings = CauseRules.check(situation);
        assertThat(findings).first().extracting(Finding::cause).isEqualTo(Cause.LOCK);
        assertThat(findings)
                .allSatisfy(finding -> assertThat(finding.confidence()).isLessThanOrEqualTo(SURE));
    }

    /** Seven of eight threads wait, and the eighth takes 80 ms instead of two. */
    @Test
    void isNamedIfTheTaskIsSlowWithoutTheWaitToo() {
        assertNamedAndTheOtherNotSure(
                Cause.SLOW_REMOTE, Cause.LOCK, eight(640).look(locked(0.875)).usually(2 * MILLI));
        assertNamedAndTheOtherNotSure(
                Cause.SLOW_REMOTE, Cause.LOCK, eight(320).look(sharing(0.75)).usually(2 * MILLI));
    }

    /** Eight times as long, as seven threads wait for an eighth that is as fast as ever. */
    @Test
    void isNotNamedIfTheWaitExplainsTheTime() {
        assertNamedAndTheOtherNotSure(
                Cause.LOCK, Cause.SLOW_REMOTE, eight(16).look(locked(0.875)).usually(2 * MILLI));
        assertNamedAndTheOtherNotSure(
                Cause.LOCK, Cause.SLOW_REMOTE, eight(8).look(sharing(0.75)).usually(2 * MILLI));
    }

    @Test
    void isNamedIfTheAnswersOfAClientWithAWindowAreSlow() {
        assertNamedAndTheOtherNotSure(
                Cause.SLOW_REMOTE, Cause.LOCK, windowOfAClient().usually(4 * MILLI));
    }

    /** Nothing tells whether the window is too small or the answers take too long. */
    @Test
    void leavesALockUnsureThatNoThreadOfTheTaskHas() {
        assertLockIsNamedAndNothingSure(windowOfAClient().build());
        assertLockIsNamedAndNothingSure(windowOfAClient().usually(80 * MILLI));
        assertLockIsNamedAndNothingSure(eight(80).look(sharing(0.98)).build());
        assertLockIsNamedAndNothingSure(eight(80).look(sharing(0.98)).usually(4 * MILLI));
    }

    @Test
    void isNotSuspectedOfALockWithAnOwner() {
        assertThat(CauseRules.check(eight(80).look(locked(0.98)).build()).get(0).confidence())
                .isGreaterThan(SURE);
    }

    @Test
    void isNotSuspectedOfAnObjectThatOneThreadOfTheTaskHas() {
        assertThat(CauseRules.check(eight(80).look(sharing(0.875)).build())
                        .get(0)
                        .confidence())
                .isGreaterThan(SURE);
    }

    /** More of them would wait for the same. */
    @Test
    void doesNotAskForThreadsThatWouldWaitForEachOther() {
        assertThat(CauseRules.check(eight(80).look(locked(0.875)).build()))
                .filteredOn(finding -> finding.cause() == Cause.TOO_FEW_THREADS)
                .singleElement()
                .satisfies(few -> assertThat(few.confidence()).isLessThan(SURE));
    }
}

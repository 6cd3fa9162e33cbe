package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.concor.JoinSettings;
import io.concor.WaitMode;
import io.concor.fixture.RunningFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.Topology.Trial;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.ChangeResult.SlotChange;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A change on trial is reverted unless it is confirmed in time. */
class TrialTest extends FlowOnTrial {

    private void refused(Reason reason, Runnable change) {
        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(change::run)
                .returns(reason, ChangeNotPossibleException::reason);
    }

    @Test
    void reportsWhenItIsReverted() {
        ChangeResult result = manager.change(
                TRIED.by(ChangeOrigin.of(ChangeOrigin.Source.ENDPOINT, "ann")).reason("is two enough?"));

        assertThat(result.revertsAt()).isEqualTo(ManualClock.START.plus(FIVE_MINUTES));
        assertThat(trial())
                .isEqualTo(new Trial(2, ManualClock.START.plus(FIVE_MINUTES), "ann", "is two enough?", false));
    }

    @Test
    void isRevertedWhenTheTimeIsOver() {
        manager.change(TRIED.by(ChangeOrigin.of(ChangeOrigin.Source.ENDPOINT, "ann")));

        clock.forward(FIVE_MINUTES.minusMillis(1));
        assertThat(slots()).containsEntry("a", FIXED);
        clock.forward(Duration.ofMillis(1));

        await("the restored layout").until(() -> !slots().containsKey("a"));
        await("the trial is over").until(() -> trial() == null);
        assertThat(manager.flow("flow").layout().version()).isEqualTo(3);
        assertThat(history().get(0))
                .returns(ChangeEntry.Outcome.CHANGED, ChangeEntry::outcome)
                .returns(ChangeOrigin.of(ChangeOrigin.Source.REVERT, "ann"), ChangeEntry::origin)
                .returns(List.of(new SlotChange("a", FIXED, null)), ChangeEntry::slots);
        assertThat(history().get(1).trial().state()).isEqualTo(TrialState.REVERTED);
    }

    @Test
    void warnsOfTheLayoutOnTrialButNotWhenItIsConfirmed() {
        manager.advise(planned -> List.of("version " + planned.version()));

        assertThat(manager.change(TRIED).warnings()).containsExactly("version 2");
        assertThat(manager.confirm(OPTIONS).warnings()).isEmpty();
    }

    @Test
    void staysIfConfirmed() {
        manager.change(TRIED);
        ChangeResult confirmed = manager.confirm(OPTIONS.by(ChangeOrigin.of(ChangeOrigin.Source.JMX, "bob")));

        clock.forward(FIVE_MINUTES.multipliedBy(2));

        assertThat(confirmed).returns(2L, ChangeResult::version).returns(2L, ChangeResult::oldVersion);
        assertThat(trial()).isNull();
        assertThat(slots()).containsEntry("a", FIXED);
        assertThat(history())
                .extracting(ChangeEntry::outcome)
                .containsExactly(ChangeEntry.Outcome.CONFIRMED, ChangeEntry.Outcome.CHANGED);
        assertThat(history().get(0).origin().who()).isEqualTo("bob");
        assertThat(history().get(1).trial().state()).isEqualTo(TrialState.CONFIRMED);
        refused(Reason.NOTHING_TO_CONFIRM, () -> manager.confirm(OPTIONS));
    }

    @Test
    void anotherChangeOnTrialProlongsTheTrial() {
        manager.change(TRIED);
        clock.forward(Duration.ofMinutes(4));
        manager.change(put(JoinSettings.cached(4)).revertAfter(FIVE_MINUTES));
        clock.forward(Duration.ofMinutes(4));

        assertThat(trial())
                .returns(3L, Trial::version)
                .returns(ManualClock.START.plus(Duration.ofMinutes(9)), Trial::until);
        clock.forward(Duration.ofMinutes(1));
        await("the layout from before the first change on trial").until(() -> !slots().containsKey("a"));
        assertThat(manager.flow("flow").layout().version()).isEqualTo(4);
        refused(Reason.NOTHING_TO_UNDO, () -> manager.undo(OPTIONS));
    }

    @Test
    void permanentChangeIsRefusedDuringATrial() {
        manager.change(TRIED.by(ChangeOrigin.of(ChangeOrigin.Source.ENDPOINT, "ann")));

        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(() -> manager.change(put(JoinSettings.cached(4))))
                .returns(Reason.ON_TRIAL, ChangeNotPossibleException::reason)
                .withMessageContaining("version 2 is on trial until 2026-01-31T12:05:00Z, asked for by ann")
                .withMessageContaining("confirm or undo it first");
        refused(Reason.ON_TRIAL, () -> manager.change(put(FIXED)));
        refused(
                Reason.ON_TRIAL,
                () -> manager.change(put(JoinSettings.cached(4)).dryRun(true)));
        assertThat(slots()).containsEntry("a", FIXED);
    }

    @Test
    void changeWithoutDifferenceStartsNoTrialButProlongsOne() {
        assertThat(manager.change(ChangeRequest.takeOut("flow", "a").revertAfter(FIVE_MINUTES)))
                .returns(null, ChangeResult::revertsAt);
        assertThat(trial()).isNull();

        manager.change(TRIED);
        clock.forward(Duration.ofMinutes(4));
        manager.change(TRIED);

        assertThat(trial()).returns(ManualClock.START.plus(Duration.ofMinutes(9)), Trial::until);
    }

    @Test
    void dryRunStartsNoTrial() {
        assertThat(manager.change(TRIED.dryRun(true))).returns(null, ChangeResult::revertsAt);

        assertThat(trial()).isNull();
        assertThat(history()).isEmpty();
    }

    @Test
    void undoRevertsTheWholeTrialAndEndsIt() {
        manager.change(put(JoinSettings.single()));
        manager.change(TRIED);
        manager.change(put(JoinSettings.cached(4)).revertAfter(FIVE_MINUTES));

        ChangeResult result = manager.undo(OPTIONS);

        assertThat(result.slots()).containsExactly(new SlotChange("a", JoinSettings.cached(4), JoinSettings.single()));
        assertThat(trial()).isNull();
        assertThat(history().get(1).trial().state()).isEqualTo(TrialState.UNDONE);
        assertThat(history().get(2).trial().state()).isEqualTo(TrialState.UNDONE);
        manager.undo(OPTIONS);
        assertThat(slots()).doesNotContainKey("a");
    }

    @Test
    void confirmedChangesCanBeUndoneOneByOne() {
        manager.change(TRIED);
        manager.change(put(JoinSettings.cached(4)).revertAfter(FIVE_MINUTES));
        manager.confirm(OPTIONS);

        manager.undo(OPTIONS);

        assertThat(slots()).containsEntry("a", FIXED);
    }

    @Test
    void failedRevertIsRetriedAndRecordedOnce() {
        manager.change(TRIED);
        manager.flow("flow").stop(Duration.ofSeconds(5));
        clock.forward(FIVE_MINUTES);

        await("the first attempt").until(() -> history().size() == 2);
        assertThat(history().get(0))
                .returns(ChangeEntry.Outcome.REFUSED, ChangeEntry::outcome)
                .returns(ChangeOrigin.Source.REVERT, entry -> entry.origin().source());
        forwardUntil("the third attempt", () -> clock.attempts() > 2);
        manager.flow("flow").start();

        forwardUntil("the restored layout", () -> !slots().containsKey("a"));
        await("the trial is over").until(() -> trial() == null);
        assertThat(history()).hasSize(3);
    }

    /** The pause counts from the end of an attempt, whose time a test does not know. */
    private void forwardUntil(String what, BooleanSupplier reached) {
        await(what).until(() -> {
            clock.forward(Duration.ofSeconds(5));
            return reached.getAsBoolean();
        });
    }

    @Test
    void canBeConfirmedWhileTheRevertIsNotPossible() throws Exception {
        manager.change(TRIED);
        manager.flow("flow").stop(Duration.ofSeconds(5));
        clock.forward(FIVE_MINUTES);
        await("the first attempt").until(() -> history().size() == 2);

        manager.confirm(OPTIONS);
        manager.flow("flow").start();
        clock.forward(FIVE_MINUTES);

        RunningFlows.get(flow.submit("x"));
        assertThat(slots()).containsEntry("a", FIXED);
    }

    @Test
    void slowListenerOfOneRevertDoesNotDelayTheNextOne() {
        manager.listen(new ChangeListener() {
            @Override
            public void onRecorded(ChangeEntry entry) {
                if (entry.origin().source().equals(ChangeOrigin.Source.REVERT)) {
                    awaitGate();
                }
            }
        });
        manager.change(TRIED);
        clock.forward(FIVE_MINUTES);
        await("the first one is over").until(() -> trial() == null);

        manager.change(TRIED);
        clock.forward(FIVE_MINUTES);

        await("the second one is over").until(() -> trial() == null);
        assertThat(slots()).doesNotContainKey("a");
    }

    private void awaitGate() {
        try {
            gate.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException hurried) {
            throw new IllegalStateException(hurried);
        }
    }

    @Test
    void busyTaskDelaysTheRevert() {
        ChangeRequest yielding =
                ChangeRequest.put("flow", "b", JoinSettings.single().waiting(WaitMode.YIELDING));
        manager.change(yielding.revertAfter(FIVE_MINUTES));
        flow.apply("wait");
        await("the thread is in the task")
                .until(() -> manager.flow("flow").slot("b").activeThreads() == 1);

        clock.forward(FIVE_MINUTES);
        await("the revert has begun").until(() -> clock.attempts() == 1);
        assertThat(slots().get("b").waiting()).isEqualTo(WaitMode.YIELDING);
        gate.countDown();

        await("the restored layout").until(() -> slots().get("b").equals(JoinSettings.single()));
    }

    @Test
    void endsWhenTheFlowIsClosed() {
        manager.change(TRIED);
        flow.close();

        await("the trial is closed")
                .untilAsserted(() -> assertThat(history()).first().returns(TrialState.CLOSED, entry -> entry.trial()
                        .state()));
        assertThat(trial()).isNull();
    }

    @Test
    void confirmationOfAnotherVersionIsRefused() {
        manager.change(TRIED);

        assertThatExceptionOfType(VersionConflictException.class)
                .isThrownBy(() -> manager.confirm(OPTIONS.expectedVersion(1L)));
        assertThat(trial()).isNotNull();
        manager.confirm(OPTIONS.expectedVersion(2L));
        assertThat(trial()).isNull();
    }
}

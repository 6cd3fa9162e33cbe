package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.Layout;
import io.concor.layout.Topology.Trial;
import io.concor.manage.ChangeEntry.Action;
import io.concor.manage.ChangeEntry.TrialState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Changes of the autopilot obey the rules of all changes, are on trial, and leave those of others alone. */
class AutopilotChangeTest extends FlowOnAutopilot {

    private static final ChangeRequest AS_AUTOPILOT = OPTIONS.by(AUTOPILOT);

    private static void requiresTrial(ThrowingCallable change) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(change)
                .returns("revertAfter", InvalidSettingException::field)
                .returns(
                        "it is missing, but the autopilot makes only changes on trial", InvalidSettingException::reason)
                .returns("1s to 1d", InvalidSettingException::allowed);
    }

    @Test
    void isRefusedUnlessItIsOnTrial() {
        manager.flow("flow").presets().save("day", null);

        requiresTrial(() -> manager.change(put(FIXED).by(AUTOPILOT)));
        requiresTrial(() -> manager.changeSlot(AS_AUTOPILOT, "a", present -> Optional.of(FIXED)));
        requiresTrial(() -> manager.flow("flow").presets().apply("day", AS_AUTOPILOT));

        assertThat(version()).isEqualTo(1);
        assertThat(manager.change(put(FIXED).by(AUTOPILOT).dryRun(true)).slots())
                .hasSize(1);
    }

    @Test
    void isRevertedUnlessItIsConfirmed() {
        manager.change(AUTOMATIC.reason("one thread is busy"));
        assertThat(trial())
                .isEqualTo(new Trial(2, ManualClock.START.plus(FIVE_MINUTES), null, "one thread is busy", true));

        clock.forward(FIVE_MINUTES);

        await("the restored layout").until(() -> !slots().containsKey("a"));
        await("the trial is over").until(() -> trial() == null);
        assertThat(history().get(0).origin().source()).isEqualTo(ChangeOrigin.Source.REVERT);
        assertThat(stateOfTrial(2)).isEqualTo(TrialState.REVERTED);
    }

    @Test
    void canBeConfirmedByTheAutopilot() {
        manager.change(AUTOMATIC);

        manager.confirm(AS_AUTOPILOT.expectedVersion(2L));

        assertThat(trial()).isNull();
        assertThat(history().get(0))
                .returns(Action.CONFIRM, ChangeEntry::action)
                .returns(AUTOPILOT, ChangeEntry::origin);
        assertThat(slots()).containsEntry("a", FIXED);
    }

    @Test
    void canBeUndoneByTheAutopilotDuringTheTrial() {
        manager.change(AUTOMATIC);

        manager.undo(AS_AUTOPILOT);

        assertThat(slots()).doesNotContainKey("a");
        assertThat(history().get(0)).returns(Action.UNDO, ChangeEntry::action).returns(AUTOPILOT, ChangeEntry::origin);
        assertThat(stateOfTrial(2)).isEqualTo(TrialState.UNDONE);
    }

    @Test
    void isRefusedDuringATrialOfAnotherSource() {
        manager.change(TRIED.by(ANN));
        Trial before = trial();

        refused(
                Reason.ON_TRIAL,
                () -> manager.change(put(CACHED).revertAfter(FIVE_MINUTES).by(AUTOPILOT)));
        refused(Reason.ON_TRIAL, () -> manager.change(AUTOMATIC));
        refused(Reason.ON_TRIAL, () -> manager.change(AUTOMATIC.dryRun(true)));
        refused(Reason.ON_TRIAL, () -> manager.confirm(AS_AUTOPILOT));
        refused(Reason.ON_TRIAL, () -> manager.undo(AS_AUTOPILOT));

        assertThat(trial()).isEqualTo(before);
        assertThat(slots()).containsEntry("a", FIXED);
    }

    @Test
    void anotherOneProlongsTheTrialOfTheAutopilot() {
        manager.change(AUTOMATIC);
        clock.forward(Duration.ofMinutes(4));

        manager.change(put(CACHED).revertAfter(FIVE_MINUTES).by(AUTOPILOT));

        assertThat(trial())
                .returns(3L, Trial::version)
                .returns(ManualClock.START.plus(Duration.ofMinutes(9)), Trial::until);
        assertThat(stateOfTrial(2)).isEqualTo(TrialState.PENDING);
    }

    @Test
    void isRefusedIfTheLayoutHasAnotherVersionThanExpected() {
        manager.change(AUTOMATIC.expectedVersion(1L));

        conflict(() -> manager.change(
                put(CACHED).revertAfter(FIVE_MINUTES).by(AUTOPILOT).expectedVersion(1L)));
        conflict(() -> manager.undo(AS_AUTOPILOT.expectedVersion(1L)));
        conflict(() -> manager.confirm(AS_AUTOPILOT.expectedVersion(1L)));
    }

    @Test
    void isRefusedIfTheLayoutBreaksARule() {
        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> manager.change(ChangeRequest.put("flow", "b", JoinSettings.fixed(2))
                        .revertAfter(FIVE_MINUTES)
                        .by(AUTOPILOT)));
    }

    @Test
    void undoTakesBackNothingButTheTrial() {
        manager.change(AUTOMATIC);
        manager.change(put(CACHED).by(ANN));
        refused(Reason.NOTHING_TO_UNDO, () -> manager.undo(AS_AUTOPILOT));
        refused(Reason.NOTHING_TO_CONFIRM, () -> manager.confirm(AS_AUTOPILOT));

        manager.change(AUTOMATIC);
        manager.confirm(AS_AUTOPILOT);
        refused(Reason.NOTHING_TO_UNDO, () -> manager.undo(AS_AUTOPILOT));

        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(4, Map.of("a", FIXED, "b", SINGLE)));
    }

    @Test
    void undoIsRefusedAfterAnotherSourceKeptTheLayoutOnTrial() {
        manager.change(AUTOMATIC);
        manager.change(put(FIXED).by(ANN));

        refused(Reason.NOTHING_TO_UNDO, () -> manager.undo(AS_AUTOPILOT.expectedVersion(2L)));

        assertThat(slots()).containsEntry("a", FIXED);
    }
}

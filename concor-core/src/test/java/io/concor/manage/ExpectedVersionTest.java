package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.JoinSettings;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.Layout;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Changes of the autopilot are no conflict for a person who expects the version before them. */
class ExpectedVersionTest extends FlowOnAutopilot {

    private static ChangeRequest ann(long expected) {
        return enlarge().by(ANN).expectedVersion(expected);
    }

    @Test
    void acceptsTheVersionBeforeTheTrial() {
        manager.change(AUTOMATIC);

        manager.change(ann(1));

        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(3, Map.of("b", LARGER)));
    }

    @Test
    void acceptsTheVersionOnTrial() {
        manager.change(AUTOMATIC);

        manager.change(ann(2));

        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(3, Map.of("b", LARGER)));
    }

    @Test
    void acceptsTheVersionBeforeAConfirmedTrial() {
        manager.change(AUTOMATIC);
        manager.confirm(OPTIONS.by(AUTOPILOT));

        manager.change(ann(1));

        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(3, Map.of("a", FIXED, "b", LARGER)));
    }

    @Test
    void acceptsTheVersionsBeforeARevertedAndAnUndoneTrial() {
        manager.change(AUTOMATIC);
        clock.forward(FIVE_MINUTES);
        await("the trial is reverted").until(() -> trial() == null);
        manager.change(AUTOMATIC);
        manager.undo(OPTIONS.by(AUTOPILOT));
        assertThat(version()).isEqualTo(5);

        manager.change(ann(1));

        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(6, Map.of("b", LARGER)));
    }

    @Test
    void refusesAVersionFromBeforeTheChangeOfAnotherPerson() {
        manager.change(AUTOMATIC);
        manager.change(put(CACHED).by(ChangeOrigin.of(ChangeOrigin.Source.JMX, "bob")));
        manager.change(AUTOMATIC);

        conflict(() -> manager.change(ann(1)));
        conflict(() -> manager.change(ann(2)));
        manager.change(ann(3));
        conflict(() -> manager.change(ann(4)));
    }

    @Test
    void refusesAVersionThatDoesNotExistYet() {
        manager.change(AUTOMATIC);

        conflict(() -> manager.change(ann(3)));
    }

    @Test
    void refusesAVersionFromBeforeALayoutThatAnotherPersonKept() {
        manager.change(AUTOMATIC);
        manager.change(put(FIXED).by(ANN));
        conflict(() -> manager.change(ann(1)));

        manager.change(put(CACHED).revertAfter(FIVE_MINUTES).by(AUTOPILOT));
        manager.confirm(OPTIONS.by(ANN));
        conflict(() -> manager.change(ann(2)));

        manager.change(ann(3));
    }

    @Test
    void refusesAVersionFromBeforeTheRevertOfAPersonsTrial() {
        manager.change(TRIED.by(ANN));
        clock.forward(FIVE_MINUTES);
        await("the trial is reverted").until(() -> trial() == null);
        manager.change(AUTOMATIC);

        conflict(() -> manager.change(ann(2)));
        manager.change(ann(3));
    }

    @Test
    void acceptsAnOlderVersionAfterARequestThatChangedNothing() {
        manager.change(AUTOMATIC);
        manager.confirm(OPTIONS.by(AUTOPILOT));
        manager.change(put(FIXED).by(ANN));

        manager.change(ann(1));
    }

    @Test
    void refusesAConfirmationOfALayoutThatThePersonHasNotSeen() {
        manager.change(AUTOMATIC);
        manager.change(put(JoinSettings.fixed(8)).revertAfter(FIVE_MINUTES).by(AUTOPILOT));

        conflict(() -> manager.confirm(OPTIONS.by(ANN).expectedVersion(2L)));
        manager.confirm(OPTIONS.by(ANN).expectedVersion(3L));
    }

    @Test
    void undoTakesBackTheChangeThatLedToTheVersion() {
        manager.change(enlarge().by(ANN));
        manager.change(AUTOMATIC);
        manager.confirm(OPTIONS.by(AUTOPILOT));
        manager.change(put(CACHED).revertAfter(FIVE_MINUTES).by(AUTOPILOT));

        manager.undo(OPTIONS.by(ANN).expectedVersion(2L));

        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(5, Map.of("b", SINGLE)));
        assertThat(trial()).isNull();
        refused(Reason.NOTHING_TO_UNDO, () -> manager.undo(OPTIONS.by(ANN)));
    }

    @Test
    void undoTakesBackTheTrialThatLedToTheVersion() {
        manager.change(enlarge().by(ANN));
        manager.change(AUTOMATIC);
        manager.change(put(CACHED).revertAfter(FIVE_MINUTES).by(AUTOPILOT));

        manager.undo(OPTIONS.by(ANN).expectedVersion(3L));

        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(5, Map.of("b", LARGER)));
    }

    @Test
    void undoRestoresTheSameLayoutWhateverTheAutopilotDidSince() {
        manager.change(enlarge().by(ANN));
        manager.change(AUTOMATIC);
        clock.forward(FIVE_MINUTES);
        await("the trial is reverted").until(() -> trial() == null);

        manager.undo(OPTIONS.by(ANN).expectedVersion(2L));

        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(5, Map.of("b", SINGLE)));
    }
}

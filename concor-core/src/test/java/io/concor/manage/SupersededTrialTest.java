package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.Layout;
import io.concor.layout.Topology;
import io.concor.layout.Topology.Trial;
import io.concor.manage.ChangeEntry.Outcome;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.ChangeResult.SlotChange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A trial of the autopilot ends for a change of any other source. */
class SupersededTrialTest extends FlowOnAutopilot {

    static Stream<ChangeOrigin.Source> normalSources() {
        return Stream.of(
                ChangeOrigin.Source.JAVA,
                ChangeOrigin.Source.ENDPOINT,
                ChangeOrigin.Source.JMX,
                ChangeOrigin.Source.PRESET,
                ChangeOrigin.Source.START,
                ChangeOrigin.Source.REVERT,
                ChangeOrigin.Source.UNDO,
                ChangeOrigin.Source.CONFIGURATION);
    }

    @ParameterizedTest
    @MethodSource("normalSources")
    void changeOfAnyOtherSourceIsMadeDuringTheTrial(ChangeOrigin.Source source) {
        manager.change(AUTOMATIC);

        manager.change(put(CACHED).by(ChangeOrigin.of(source, null)));

        assertThat(slots()).containsEntry("a", CACHED);
        assertThat(trial()).isNull();
    }

    @Test
    void changeStartsFromTheLayoutBeforeTheTrialInOneVersion() {
        tryBothSlots();

        ChangeResult result = manager.change(put(CACHED).by(ANN));

        assertThat(result)
                .returns(2L, ChangeResult::oldVersion)
                .returns(3L, ChangeResult::version)
                .returns(null, ChangeResult::revertsAt)
                .returns(
                        List.of(new SlotChange("a", FIXED, CACHED), new SlotChange("b", LARGER, SINGLE)),
                        ChangeResult::slots);
        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(3, Map.of("a", CACHED, "b", SINGLE)));
    }

    @Test
    void settingsOfASlotAreDerivedFromThoseBeforeTheTrial() {
        tryBothSlots();

        manager.changeSlot(
                OPTIONS.by(ANN),
                "b",
                present -> Optional.of(present.orElseThrow().keepAlive(Duration.ofSeconds(5))));

        assertThat(slots()).isEqualTo(Map.of("b", SINGLE.keepAlive(Duration.ofSeconds(5))));
    }

    @Test
    void historyShowsThatTheTrialEndedBecauseOfTheChange() {
        manager.change(AUTOMATIC);
        manager.change(put(JoinSettings.fixed(3)).revertAfter(FIVE_MINUTES).by(AUTOPILOT));

        manager.change(put(CACHED).by(ANN));

        assertThat(history())
                .extracting(ChangeEntry::version, ChangeEntry::origin)
                .containsExactly(tuple(4L, ANN), tuple(3L, AUTOPILOT), tuple(2L, AUTOPILOT));
        assertThat(history().get(0).trial()).isNull();
        assertThat(stateOfTrial(3)).isEqualTo(TrialState.SUPERSEDED).hasToString("superseded");
        assertThat(stateOfTrial(2)).isEqualTo(TrialState.SUPERSEDED);
    }

    @Test
    void supersededTrialIsNotReverted() {
        manager.change(AUTOMATIC);
        manager.change(put(CACHED).by(ANN));

        clock.forward(FIVE_MINUTES.multipliedBy(2));
        manager.change(put(JoinSettings.fixed(3)).revertAfter(FIVE_MINUTES).by(AUTOPILOT));
        clock.forward(FIVE_MINUTES);

        await("the next trial is reverted").until(() -> trial() == null);
        assertThat(slots()).containsEntry("a", CACHED);
        assertThat(version()).isEqualTo(5);
    }

    @Test
    void undoOfTheChangeRestoresTheLayoutBeforeTheTrial() {
        manager.change(put(SINGLE).by(ANN));
        tryBothSlots();
        manager.change(put(CACHED).by(ANN));

        manager.undo(OPTIONS.by(ANN));
        assertThat(slots()).isEqualTo(Map.of("a", SINGLE, "b", SINGLE));
        manager.undo(OPTIONS.by(ANN));
        assertThat(slots()).isEqualTo(Map.of("b", SINGLE));
        refused(Reason.NOTHING_TO_UNDO, () -> manager.undo(OPTIONS.by(ANN)));
    }

    @Test
    void changeBackToTheLayoutBeforeTheTrialLeavesNothingToUndo() {
        manager.change(AUTOMATIC);

        manager.change(ChangeRequest.takeOut("flow", "a").by(ANN));

        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(3, Map.of("b", SINGLE)));
        assertThat(stateOfTrial(2)).isEqualTo(TrialState.SUPERSEDED);
        refused(Reason.NOTHING_TO_UNDO, () -> manager.undo(OPTIONS.by(ANN)));
    }

    @Test
    void requestForTheLayoutOnTrialKeepsItWithoutTrial() {
        manager.change(AUTOMATIC);

        ChangeResult result = manager.change(put(FIXED).by(ANN));
        clock.forward(FIVE_MINUTES.multipliedBy(2));

        assertThat(result)
                .returns(2L, ChangeResult::version)
                .returns(List.of(), ChangeResult::slots)
                .returns(null, ChangeResult::revertsAt);
        assertThat(trial()).isNull();
        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(2, Map.of("a", FIXED, "b", SINGLE)));
        assertThat(history().get(0)).returns(Outcome.UNCHANGED, ChangeEntry::outcome);
        assertThat(stateOfTrial(2)).isEqualTo(TrialState.SUPERSEDED);
        manager.undo(OPTIONS.by(ANN));
        assertThat(slots()).isEqualTo(Map.of("b", SINGLE));
    }

    @Test
    void changeWithRevertAfterHasATrialOfItsOwn() {
        tryBothSlots();
        clock.forward(Duration.ofMinutes(4));

        ChangeResult result =
                manager.change(put(CACHED).revertAfter(FIVE_MINUTES).by(ANN));

        assertThat(result.revertsAt()).isEqualTo(ManualClock.START.plus(Duration.ofMinutes(9)));
        assertThat(trial()).isEqualTo(new Trial(3, ManualClock.START.plus(Duration.ofMinutes(9)), "ann", null, false));
        assertThat(slots()).isEqualTo(Map.of("a", CACHED, "b", SINGLE));
        assertThat(stateOfTrial(2)).isEqualTo(TrialState.SUPERSEDED);
        assertThat(stateOfTrial(3)).isEqualTo(TrialState.PENDING);
        refused(Reason.ON_TRIAL, () -> manager.change(put(FIXED).by(ANN)));
        clock.forward(FIVE_MINUTES);
        await("the layout from before both trials").until(() -> !slots().containsKey("a"));
        await("the trial is over").until(() -> trial() == null);
        assertThat(stateOfTrial(3)).isEqualTo(TrialState.REVERTED);
        assertThat(version()).isEqualTo(4);
    }

    @Test
    void revertThatWaitsForTheChangeDoesNotEndTheTrialOfTheChange() {
        manager.change(AUTOMATIC);
        AtomicInteger calls = new AtomicInteger();

        manager.changeSlot(OPTIONS.revertAfter(FIVE_MINUTES).by(ANN), "a", present -> {
            if (calls.incrementAndGet() == 2) { // the change has its turn
                clock.forward(FIVE_MINUTES);
                await("the revert has begun").until(() -> clock.attempts() == 1);
            }
            return Optional.of(CACHED);
        });

        manager.change(TRIED.dryRun(true).by(ANN)); // has its turn after the revert
        assertThat(slots()).containsEntry("a", CACHED);
        assertThat(trial()).returns("ann", Trial::who);
        assertThat(version()).isEqualTo(3);
    }

    @Test
    void requestForTheLayoutOnTrialWithRevertAfterTakesTheTrialOver() {
        manager.change(AUTOMATIC);

        manager.change(TRIED.by(ANN));

        assertThat(trial()).returns("ann", Trial::who).returns(false, Trial::givesWay);
        assertThat(stateOfTrial(2)).isEqualTo(TrialState.SUPERSEDED);
        assertThat(history().get(0).trial().state()).isEqualTo(TrialState.PENDING);
        clock.forward(FIVE_MINUTES);
        await("the layout from before the trial").until(() -> !slots().containsKey("a"));
    }

    @Test
    void presetIsAppliedAsItIsAndBecomesActive() {
        manager.flow("flow").presets().save("calm", null);
        manager.change(put(SINGLE).by(ANN));
        tryBothSlots();

        manager.flow("flow").presets().apply("calm", OPTIONS.by(ANN));

        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(4, Map.of("b", SINGLE)));
        assertThat(manager.flow("flow").topology())
                .returns("calm", Topology::activePreset)
                .returns(false, Topology::drifted);
        manager.undo(OPTIONS.by(ANN));
        assertThat(slots()).isEqualTo(Map.of("a", SINGLE, "b", SINGLE));
    }

    @Test
    void changeDeactivatesAPresetOnTrial() {
        manager.flow("flow").presets().save("calm", null);
        manager.change(put(FIXED));
        manager.flow("flow").presets().save("busy", null);
        manager.flow("flow")
                .presets()
                .apply("calm", OPTIONS.revertAfter(FIVE_MINUTES).by(AUTOPILOT));
        assertThat(manager.flow("flow").topology().activePreset()).isEqualTo("calm");

        manager.change(enlarge().by(ANN));

        assertThat(manager.flow("flow").topology())
                .returns("busy", Topology::activePreset)
                .returns(true, Topology::drifted);
        assertThat(slots()).isEqualTo(Map.of("a", FIXED, "b", LARGER));
    }

    @Test
    void dryRunReportsTheChangeAndLeavesTheTrial() {
        tryBothSlots();

        ChangeResult result = manager.change(put(CACHED).dryRun(true).by(ANN));

        assertThat(result.slots())
                .containsExactly(new SlotChange("a", FIXED, CACHED), new SlotChange("b", LARGER, SINGLE));
        assertThat(trial()).returns(true, Trial::givesWay);
        assertThat(version()).isEqualTo(2);
    }

    @Test
    void refusedChangeLeavesTheTrial() {
        manager.change(AUTOMATIC);

        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> manager.change(
                        ChangeRequest.put("flow", "b", JoinSettings.fixed(2)).by(ANN)));

        assertThat(trial()).returns(2L, Trial::version);
        clock.forward(FIVE_MINUTES);
        await("the trial is reverted").until(() -> !slots().containsKey("a"));
    }

    @Test
    void confirmationOfAnotherSourceKeepsTheLayoutOnTrial() {
        manager.change(AUTOMATIC);

        manager.confirm(OPTIONS.expectedVersion(2L).by(ANN));

        assertThat(trial()).isNull();
        assertThat(slots()).containsEntry("a", FIXED);
        assertThat(stateOfTrial(2)).isEqualTo(TrialState.CONFIRMED);
    }

    @Test
    void undoOfAnotherSourceTakesTheTrialBack() {
        manager.change(put(SINGLE).by(ANN));
        manager.change(AUTOMATIC);

        manager.undo(OPTIONS.by(ANN));

        assertThat(slots()).containsEntry("a", SINGLE);
        assertThat(stateOfTrial(3)).isEqualTo(TrialState.UNDONE);
    }

    @Test
    void listenerDistinguishesTheAutopilotFromOthers() {
        List<ChangeEntry> heard = new CopyOnWriteArrayList<>();
        manager.listen(new ChangeListener() {
            @Override
            public void onRecorded(ChangeEntry entry) {
                heard.add(entry);
            }
        });
        manager.change(AUTOMATIC);
        manager.undo(OPTIONS.by(AUTOPILOT));
        manager.change(AUTOMATIC);
        manager.confirm(OPTIONS.by(AUTOPILOT));
        manager.flow("flow").presets().save("day", null);
        manager.flow("flow")
                .presets()
                .apply("day", OPTIONS.revertAfter(FIVE_MINUTES).by(AUTOPILOT));
        manager.change(put(CACHED).by(ANN));
        manager.undo(OPTIONS.by(ANN));

        assertThat(heard)
                .extracting(entry -> entry.origin().source())
                .containsExactly(
                        AUTOPILOT.source(),
                        AUTOPILOT.source(),
                        AUTOPILOT.source(),
                        AUTOPILOT.source(),
                        AUTOPILOT.source(),
                        ChangeOrigin.Source.ENDPOINT,
                        ChangeOrigin.Source.UNDO);
    }
}

package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.WaitMode;
import io.concor.fixture.RunningFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.Topology;
import io.concor.layout.Topology.Trial;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.preset.PresetStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A change that is tried for a while goes back by itself, unless it is confirmed. */
class TrialTest {

    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final JoinSettings FIXED = JoinSettings.fixed(2);
    private static final ChangeRequest OPTIONS = ChangeRequest.options("flow");
    private static final ChangeRequest TRIED = put(FIXED).revertAfter(FIVE_MINUTES);

    private final ManualClock clock = new ManualClock();
    private final Manager manager =
            new Manager(PresetStore.inMemory(), ResourceLimits.NONE, Manager.DEFAULT_HISTORY_SIZE, clock);
    private final CountDownLatch gate = new CountDownLatch(1);
    private final Flow<String, String> flow = Flows.<String>create("flow")
            .map((String message) -> message, "a")
            .join(JoinSettings.single())
            .<String>mapSingleThreaded(
                    message -> {
                        if (message.equals("wait")) {
                            gate.await(20, TimeUnit.SECONDS);
                        }
                        return message;
                    },
                    "b")
            .build();

    private static ChangeRequest put(JoinSettings settings) {
        return ChangeRequest.put("flow", "a", settings);
    }

    @BeforeEach
    void register() {
        manager.register(flow);
    }

    @AfterEach
    void close() {
        gate.countDown();
        flow.close();
    }

    private Map<String, JoinSettings> slots() {
        return manager.layout("flow").slots();
    }

    private Trial trial() {
        return manager.topology("flow").trial();
    }

    private List<ChangeEntry> history() {
        return manager.history("flow", Integer.MAX_VALUE);
    }

    private void refused(Reason reason, Runnable change) {
        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(change::run)
                .returns(reason, ChangeNotPossibleException::reason);
    }

    @Test
    void tellsWhenItGoesBack() {
        ChangeResult result = manager.change(
                TRIED.by(ChangeOrigin.of(ChangeOrigin.Source.ENDPOINT, "ann")).reason("is two enough?"));

        assertThat(result.revertsAt()).isEqualTo(ManualClock.START.plus(FIVE_MINUTES));
        assertThat(trial()).isEqualTo(new Trial(2, ManualClock.START.plus(FIVE_MINUTES), "ann", "is two enough?"));
    }

    @Test
    void goesBackByItselfWhenTheTimeIsOver() {
        manager.change(TRIED);

        clock.forward(FIVE_MINUTES.minusMillis(1));
        assertThat(slots()).containsEntry("a", FIXED);
        clock.forward(Duration.ofMillis(1));

        await("the layout from before").until(() -> !slots().containsKey("a"));
        await("the trial is over").until(() -> trial() == null);
        assertThat(manager.layout("flow").version()).isEqualTo(3);
        assertThat(history().get(0))
                .returns(ChangeEntry.Outcome.CHANGED, ChangeEntry::outcome)
                .returns(ChangeOrigin.of(ChangeOrigin.Source.REVERT, null), ChangeEntry::origin)
                .returns(List.of(new SlotChange("a", FIXED, null)), ChangeEntry::slots);
        assertThat(history().get(1).trial().state()).isEqualTo(TrialState.REVERTED);
    }

    @Test
    void staysWhenItIsConfirmed() {
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
    void aFurtherChangeOnTrialGoesOnWithTheSameTrialAndTheNewTime() {
        manager.change(TRIED);
        clock.forward(Duration.ofMinutes(4));
        manager.change(put(JoinSettings.cached(4)).revertAfter(FIVE_MINUTES));
        clock.forward(Duration.ofMinutes(4));

        assertThat(trial())
                .returns(3L, Trial::version)
                .returns(ManualClock.START.plus(Duration.ofMinutes(9)), Trial::until);
        clock.forward(Duration.ofMinutes(1));
        await("what was before the first change on trial").until(() -> !slots().containsKey("a"));
        assertThat(manager.layout("flow").version()).isEqualTo(4);
        refused(Reason.NOTHING_TO_UNDO, () -> manager.undo(OPTIONS));
    }

    @Test
    void aChangeThatWouldStayIsRefusedMeanwhile() {
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
    void aChangeOfNothingBeginsNoTrialButProlongsOne() {
        assertThat(manager.change(ChangeRequest.takeOut("flow", "a").revertAfter(FIVE_MINUTES)))
                .returns(null, ChangeResult::revertsAt);
        assertThat(trial()).isNull();

        manager.change(TRIED);
        clock.forward(Duration.ofMinutes(4));
        manager.change(TRIED);

        assertThat(trial()).returns(ManualClock.START.plus(Duration.ofMinutes(9)), Trial::until);
    }

    @Test
    void aDryRunBeginsNoTrial() {
        assertThat(manager.change(TRIED.dryRun(true))).returns(null, ChangeResult::revertsAt);

        assertThat(trial()).isNull();
        assertThat(history()).isEmpty();
    }

    @Test
    void undoTakesTheWholeTrialBackAndEndsIt() {
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
    void whatWasConfirmedCanBeTakenBackOneByOne() {
        manager.change(TRIED);
        manager.change(put(JoinSettings.cached(4)).revertAfter(FIVE_MINUTES));
        manager.confirm(OPTIONS);

        manager.undo(OPTIONS);

        assertThat(slots()).containsEntry("a", FIXED);
    }

    @Test
    void isTriedAgainWhereItIsNotPossibleWhenDueAndToldOnce() {
        manager.change(TRIED);
        manager.stop("flow", Duration.ofSeconds(5));
        clock.forward(FIVE_MINUTES);

        await("the first try").until(() -> history().size() == 2);
        assertThat(history().get(0))
                .returns(ChangeEntry.Outcome.REFUSED, ChangeEntry::outcome)
                .returns(ChangeOrigin.Source.REVERT, entry -> entry.origin().source());
        forwardUntil("the third try", () -> clock.tries() > 2);
        manager.start("flow");

        forwardUntil("the layout from before", () -> !slots().containsKey("a"));
        await("the trial is over").until(() -> trial() == null);
        assertThat(history()).hasSize(3);
    }

    /** The pause counts from the end of a try, of which a test does not know when it is. */
    private void forwardUntil(String what, BooleanSupplier reached) {
        await(what).until(() -> {
            clock.forward(Duration.ofSeconds(5));
            return reached.getAsBoolean();
        });
    }

    @Test
    void canBeConfirmedWhileItCannotGoBack() throws Exception {
        manager.change(TRIED);
        manager.stop("flow", Duration.ofSeconds(5));
        clock.forward(FIVE_MINUTES);
        await("the first try").until(() -> history().size() == 2);

        manager.confirm(OPTIONS);
        manager.start("flow");
        clock.forward(FIVE_MINUTES);

        RunningFlows.get(flow.submit("x"));
        assertThat(slots()).containsEntry("a", FIXED);
    }

    @Test
    void theNextOneEndsAlsoWhileSomebodyIsStillBeingToldOfTheLast() {
        manager.listen(new ChangeListener() {
            @Override
            public void onRecorded(ChangeEntry entry) {
                if (entry.origin().source() == ChangeOrigin.Source.REVERT) {
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
    void aTaskThatHoldsItsThreadDelaysIt() {
        ChangeRequest yielding =
                ChangeRequest.put("flow", "b", JoinSettings.single().waiting(WaitMode.YIELDING));
        manager.change(yielding.revertAfter(FIVE_MINUTES));
        flow.apply("wait");
        await("the thread is in the task").until(() -> manager.slot("flow", "b").activeThreads() == 1);

        clock.forward(FIVE_MINUTES);
        await("the revert has begun").until(() -> clock.tries() == 1);
        assertThat(slots().get("b").waiting()).isEqualTo(WaitMode.YIELDING);
        gate.countDown();

        await("the layout from before").until(() -> slots().get("b").equals(JoinSettings.single()));
    }

    @Test
    void aClosedFlowForgetsIt() {
        manager.change(TRIED);
        flow.close();

        await("it is forgotten")
                .untilAsserted(() -> assertThat(history()).first().returns(TrialState.CLOSED, entry -> entry.trial()
                        .state()));
        assertThat(trial()).isNull();
    }

    @Test
    void aConfirmationOfAnotherVersionIsRefused() {
        manager.change(TRIED);

        assertThatExceptionOfType(VersionConflictException.class)
                .isThrownBy(() -> manager.confirm(OPTIONS.expectedVersion(1L)));
        assertThat(trial()).isNotNull();
        manager.confirm(OPTIONS.expectedVersion(2L));
        assertThat(trial()).isNull();
    }

    private void tryCalmInPlaceOfBusy() {
        manager.savePreset("flow", "calm", null);
        manager.change(put(FIXED));
        manager.savePreset("flow", "busy", null);
        manager.applyPreset("flow", "calm", OPTIONS.revertAfter(FIVE_MINUTES));
    }

    @Test
    void theActivePresetFromBeforeComesBackWithTheLayout() {
        tryCalmInPlaceOfBusy();
        assertThat(manager.topology("flow").activePreset()).isEqualTo("calm");

        clock.forward(FIVE_MINUTES);

        await("the layout from before").until(() -> slots().containsKey("a"));
        assertThat(manager.topology("flow"))
                .returns("busy", Topology::activePreset)
                .returns(false, Topology::drifted);
    }

    @Test
    void anActivePresetFromBeforeThatWasDeletedMeanwhileDoesNotComeBack() {
        tryCalmInPlaceOfBusy();
        manager.deletePreset("flow", "busy");
        assertThat(manager.topology("flow").activePreset()).isEqualTo("calm");

        clock.forward(FIVE_MINUTES);

        await("the layout from before").until(() -> trial() == null);
        assertThat(manager.topology("flow"))
                .returns(null, Topology::activePreset)
                .returns(false, Topology::drifted);
    }

    @Test
    void theActivePresetFromBeforeComesBackAlsoWhereTheOneOnTrialWasDeleted() {
        tryCalmInPlaceOfBusy();
        manager.deletePreset("flow", "calm");
        assertThat(manager.topology("flow").activePreset()).isNull();

        manager.undo(OPTIONS);

        assertThat(manager.topology("flow"))
                .returns("busy", Topology::activePreset)
                .returns(false, Topology::drifted);
    }

    @Test
    void aPresetSavedMeanwhileStaysTheActiveOne() {
        manager.savePreset("flow", "calm", null);
        manager.change(TRIED);
        manager.savePreset("flow", "tried", null);

        manager.undo(OPTIONS);

        assertThat(manager.topology("flow"))
                .returns("tried", Topology::activePreset)
                .returns(true, Topology::drifted);
    }

    @Test
    void aPresetThatMakesWhatIsThereIsNotTriedForGood() {
        manager.savePreset("flow", "night", null);
        manager.savePreset("flow", "day", null);

        ChangeResult result = manager.applyPreset("flow", "night", OPTIONS.revertAfter(FIVE_MINUTES));

        assertThat(result.revertsAt()).isNull();
        assertThat(manager.topology("flow").activePreset()).isEqualTo("day");
        manager.applyPreset("flow", "night", OPTIONS);
        assertThat(manager.topology("flow").activePreset()).isEqualTo("night");
    }

    @Test
    void aPresetCanBeTried() {
        manager.savePreset("flow", "calm", null);
        manager.change(put(FIXED));

        manager.applyPreset("flow", "calm", OPTIONS.revertAfter(FIVE_MINUTES));
        assertThat(history().get(0).origin()).isEqualTo(new ChangeOrigin(ChangeOrigin.Source.PRESET, null, "calm"));
        clock.forward(FIVE_MINUTES);

        await("the layout from before").until(() -> slots().containsKey("a"));
    }
}

package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.fixture.ChangingFlow;
import io.concor.layout.Layout;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes that derive the settings of a slot from its present ones, while others change it too. */
class ChangedSlotTest extends ChangingFlow {

    private static final ChangeRequest OPTIONS = ChangeRequest.options("flow");

    private final Queue<ChangeRequest> overtaking = new ArrayDeque<>();

    @BeforeEach
    void fillTheSlot() {
        flow();
        change(ChangeRequest.put("flow", "c", FIXED.capacity(64)));
    }

    /** Makes other changes after the first derivation. */
    private UnaryOperator<Optional<JoinSettings>> overtaken(UnaryOperator<Optional<JoinSettings>> change) {
        return present -> {
            Optional<JoinSettings> wanted = change.apply(present);
            while (!overtaking.isEmpty()) {
                change(overtaking.remove());
            }
            return wanted;
        };
    }

    private ChangeResult changeSlot(ChangeRequest options, UnaryOperator<Optional<JoinSettings>> change) {
        return flows.manager().changeSlot(options, "c", overtaken(change));
    }

    private static Optional<JoinSettings> fourThreads(Optional<JoinSettings> present) {
        return present.map(join -> join.threads(4));
    }

    private static Optional<JoinSettings> fourOf(Optional<JoinSettings> present) {
        return Optional.of(present.orElseThrow(() -> new InvalidSettingException("pool", "it is missing", "any"))
                .threads(4));
    }

    private List<ChangeEntry.Outcome> outcomes() {
        return flows.manager().flow("flow").history(10).stream()
                .map(ChangeEntry::outcome)
                .toList();
    }

    @Test
    void keepsTheOtherSettings() {
        ChangeResult result = changeSlot(OPTIONS.reason("why"), ChangedSlotTest::fourThreads);

        assertThat(layout())
                .isEqualTo(new Layout(
                        3, Map.of("b", SINGLE, "c", FIXED.capacity(64).threads(4))))
                .isEqualTo(result.layout());
        assertThat(flows.manager().flow("flow").history(1)).singleElement().returns("why", ChangeEntry::reason);
    }

    @Test
    void derivesFromTheSettingsAtTheTimeOfTheChange() {
        overtaking.add(ChangeRequest.put("flow", "c", FIXED.capacity(128)));
        overtaking.add(ChangeRequest.put("flow", "c", FIXED.capacity(256)));

        changeSlot(OPTIONS, ChangedSlotTest::fourThreads);

        assertThat(layout().slots()).containsEntry("c", FIXED.capacity(256).threads(4));
        assertThat(outcomes()).hasSize(4).containsOnly(ChangeEntry.Outcome.CHANGED);
    }

    @Test
    void keepsASlotEmptyThatWasEmptiedMeanwhile() {
        overtaking.add(ChangeRequest.takeOut("flow", "c"));

        ChangeResult result = changeSlot(OPTIONS, ChangedSlotTest::fourThreads);

        assertThat(result.slots()).isEmpty();
        assertThat(result.layout())
                .isEqualTo(new Layout(3, Map.of("b", SINGLE)))
                .isEqualTo(layout());
        assertThat(outcomes()).startsWith(ChangeEntry.Outcome.UNCHANGED, ChangeEntry.Outcome.CHANGED);
    }

    @Test
    void dryRunShowsThePlannedLayout() {
        ChangeResult result = changeSlot(OPTIONS.dryRun(true), present -> Optional.empty());

        assertThat(result.layout()).isEqualTo(new Layout(3, Map.of("b", SINGLE)));
        assertThat(layout()).isEqualTo(new Layout(2, Map.of("b", SINGLE, "c", FIXED.capacity(64))));
    }

    @Test
    void versionConflictIsDetectedBeforeTheSettingsAreDerivedAgain() {
        overtaking.add(ChangeRequest.takeOut("flow", "c"));

        assertThatExceptionOfType(VersionConflictException.class)
                .isThrownBy(() -> changeSlot(OPTIONS.expectedVersion(2L), ChangedSlotTest::fourOf));

        assertThat(layout().version()).isEqualTo(3);
    }

    @Test
    void isRecordedIfTheSettingsBecameInvalidMeanwhile() {
        overtaking.add(ChangeRequest.takeOut("flow", "c"));

        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> changeSlot(OPTIONS, ChangedSlotTest::fourOf));

        assertThat(layout().slots()).doesNotContainKey("c");
        assertThat(outcomes()).startsWith(ChangeEntry.Outcome.REFUSED, ChangeEntry.Outcome.CHANGED);
    }

    @Test
    void isNotRecordedIfTheFirstDerivationFails() {
        change(ChangeRequest.takeOut("flow", "c"));

        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> changeSlot(OPTIONS, ChangedSlotTest::fourOf));

        assertThat(outcomes()).hasSize(2).containsOnly(ChangeEntry.Outcome.CHANGED);
    }

    @Test
    void rejectsAnUnknownFlowOrSlot() {
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> changeSlot(ChangeRequest.options("gone"), ChangedSlotTest::fourThreads))
                .withMessageContaining("gone");
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> flows.manager().changeSlot(OPTIONS, "gone", ChangedSlotTest::fourThreads))
                .withMessageContaining("gone");
    }
}

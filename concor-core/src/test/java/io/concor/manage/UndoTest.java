package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.fixture.RunningFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.Layout;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.preset.Preset;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Undo reverts changes one by one. */
class UndoTest {

    private static final ChangeRequest OPTIONS = ChangeRequest.options("flow");

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Manager manager = flows.manager();

    @BeforeEach
    void start() {
        flows.start(Flows.<String>create("flow")
                .<String>map(message -> message, "a")
                .<String>map(message -> message, "b"));
        manager.change(ChangeRequest.put("flow", "a", JoinSettings.single()));
        manager.change(ChangeRequest.layout("flow", Map.of("b", JoinSettings.fixed(2))));
    }

    private Map<String, JoinSettings> slots() {
        return manager.flow("flow").layout().slots();
    }

    @Test
    void restoresAllSlotsOfTheLastChange() {
        ChangeResult result = manager.undo(OPTIONS);

        assertThat(result.slots())
                .containsExactly(
                        new SlotChange("a", null, JoinSettings.single()),
                        new SlotChange("b", JoinSettings.fixed(2), null));
        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(4, Map.of("a", JoinSettings.single())));
    }

    @Test
    void goesBackOneMoreChangeEachTime() {
        manager.undo(OPTIONS);
        manager.undo(OPTIONS);

        assertThat(slots()).isEmpty();
        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(() -> manager.undo(OPTIONS))
                .returns(Reason.NOTHING_TO_UNDO, ChangeNotPossibleException::reason)
                .withMessage("Flow 'flow': there is nothing to undo: no change is left");
    }

    @Test
    void undoesALaterChangeFirst() {
        manager.undo(OPTIONS);
        manager.change(ChangeRequest.put("flow", "b", JoinSettings.cached(3)));

        manager.undo(OPTIONS);
        assertThat(slots()).isEqualTo(Map.of("a", JoinSettings.single()));
        manager.undo(OPTIONS);
        assertThat(slots()).isEmpty();
    }

    @Test
    void skipsRequestsThatChangedNothing() {
        manager.change(ChangeRequest.put("flow", "b", JoinSettings.fixed(2)));

        manager.undo(OPTIONS);

        assertThat(slots()).isEqualTo(Map.of("a", JoinSettings.single()));
    }

    @Test
    void checksTheExpectedVersion() {
        assertThatExceptionOfType(VersionConflictException.class)
                .isThrownBy(() -> manager.undo(OPTIONS.expectedVersion(2L)))
                .returns(3L, VersionConflictException::present);

        assertThat(slots()).isEqualTo(Map.of("b", JoinSettings.fixed(2)));
    }

    @Test
    void dryRunChangesNothing() {
        assertThat(manager.undo(OPTIONS.dryRun(true)).slots()).hasSize(2);

        assertThat(manager.flow("flow").layout().version()).isEqualTo(3);
        manager.undo(OPTIONS);
        assertThat(slots()).isEqualTo(Map.of("a", JoinSettings.single()));
    }

    @Test
    void refusedUndoCanBeRepeated() {
        manager.flow("flow").stop(java.time.Duration.ofSeconds(5));
        assertThatExceptionOfType(ChangeNotPossibleException.class).isThrownBy(() -> manager.undo(OPTIONS));
        manager.flow("flow").start();

        manager.undo(OPTIONS);

        assertThat(slots()).isEqualTo(Map.of("a", JoinSettings.single()));
    }

    @Test
    void goesBackOnlyToTheLayoutOfTheStart() {
        ChangeRequest start = OPTIONS.by(ChangeOrigin.of(ChangeOrigin.Source.START, null));
        manager.flow("flow").presets().save("day", null);
        manager.change(ChangeRequest.takeOut("flow", "b"));
        manager.flow("flow").presets().apply("day", start);
        manager.change(ChangeRequest.put("flow", "b", JoinSettings.cached(3)));

        manager.undo(OPTIONS);

        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(() -> manager.undo(OPTIONS))
                .returns(Reason.NOTHING_TO_UNDO, ChangeNotPossibleException::reason);
        assertThat(slots()).isEqualTo(Map.of("b", JoinSettings.fixed(2)));
        assertThat(manager.flow("flow").presets().active()).get().returns("day", Preset::name);
        assertThat(manager.flow("flow").history(10)).anySatisfy(entry -> assertThat(entry.origin())
                .isEqualTo(new ChangeOrigin(ChangeOrigin.Source.START, null, "day")));
    }

    @Test
    void goesBackAHundredChanges() {
        for (int threads = 3; threads < 123; threads++) {
            manager.change(ChangeRequest.put("flow", "b", JoinSettings.cached(threads)));
        }
        for (int undone = 0; undone < 100; undone++) {
            manager.undo(OPTIONS);
        }

        assertThat(slots()).isEqualTo(Map.of("b", JoinSettings.cached(22)));
        assertThatExceptionOfType(ChangeNotPossibleException.class).isThrownBy(() -> manager.undo(OPTIONS));
    }
}

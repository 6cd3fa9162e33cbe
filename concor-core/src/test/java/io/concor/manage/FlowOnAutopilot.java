package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.JoinSettings;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.manage.ChangeEntry.TrialState;
import java.util.Map;

/** A flow whose layout an autopilot and persons change; it starts with version 1. */
abstract class FlowOnAutopilot extends FlowOnTrial {

    static final ChangeOrigin AUTOPILOT =
            ChangeOrigin.of(new ChangeOrigin.Source("autopilot", ChangeOrigin.Precedence.LOW), null);
    static final ChangeOrigin ANN = ChangeOrigin.of(ChangeOrigin.Source.ENDPOINT, "ann");
    static final JoinSettings SINGLE = JoinSettings.single();
    static final JoinSettings CACHED = JoinSettings.cached(4);
    static final JoinSettings LARGER = SINGLE.capacity(2048);
    static final ChangeRequest AUTOMATIC = TRIED.by(AUTOPILOT);

    static ChangeRequest enlarge() {
        return ChangeRequest.put("flow", "b", LARGER);
    }

    /** Fills slot {@code a} and enlarges the ring of {@code b}, in version 2. */
    void tryBothSlots() {
        manager.change(ChangeRequest.layout("flow", Map.of("a", FIXED, "b", LARGER))
                .revertAfter(FIVE_MINUTES)
                .by(AUTOPILOT));
    }

    long version() {
        return manager.flow("flow").layout().version();
    }

    TrialState stateOfTrial(long version) {
        return history().stream()
                .filter(entry -> entry.version() == version && entry.outcome() == ChangeEntry.Outcome.CHANGED)
                .findFirst()
                .orElseThrow()
                .trial()
                .state();
    }

    static void refused(Reason reason, Runnable change) {
        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(change::run)
                .returns(reason, ChangeNotPossibleException::reason);
    }

    static void conflict(Runnable change) {
        assertThatExceptionOfType(VersionConflictException.class).isThrownBy(change::run);
    }
}

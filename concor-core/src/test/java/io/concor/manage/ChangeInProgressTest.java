package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.layout.Layout;
import io.concor.manage.ChangeEntry.OnTrial;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.ChangePlanner.Plan;
import io.concor.manage.ChangeResult.SlotChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The history entry of a failed change reports whether the layout has changed. */
class ChangeInProgressTest {

    private static final JoinSettings SINGLE = JoinSettings.single();
    private static final Layout BEFORE = new Layout(1, Map.of());
    private static final Layout AFTER = new Layout(2, Map.of("a", SINGLE));
    private static final Instant UNTIL = ManualClock.START.plusSeconds(60);

    private final ChangeInProgress change = new ChangeInProgress(
            ChangeEntry.Action.CHANGE, request(), layout -> request(), null, BEFORE, new ManualClock());

    private static ChangeRequest request() {
        return ChangeRequest.put("flow", "a", SINGLE).revertAfter(Duration.ofMinutes(1));
    }

    private ChangeEntry failedAt(long version) {
        change.planned(new Plan(BEFORE, AFTER, List.of(new SlotChange("a", null, SINGLE))));
        return change.failureEntry(new IllegalStateException("on purpose"), version, UNTIL);
    }

    @Test
    void failureAfterTheLayoutChangedIsRecordedAsAChangeOnTrial() {
        assertThat(failedAt(2))
                .returns(ChangeEntry.Outcome.CHANGED, ChangeEntry::outcome)
                .returns(new OnTrial(UNTIL, TrialState.PENDING), ChangeEntry::trial);
    }

    @Test
    void failureBeforeTheLayoutChangedIsRecordedAsAFailure() {
        assertThat(failedAt(1))
                .returns(ChangeEntry.Outcome.FAILED, ChangeEntry::outcome)
                .returns("java.lang.IllegalStateException: on purpose", ChangeEntry::error)
                .returns(null, ChangeEntry::trial);
    }
}

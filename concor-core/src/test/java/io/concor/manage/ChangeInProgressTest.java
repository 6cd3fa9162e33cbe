package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.SimpleTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.Layout;
import io.concor.manage.ChangeEntry.OnTrial;
import io.concor.manage.ChangeEntry.TrialState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The history entry of a failed change reports whether the layout has changed. */
class ChangeInProgressTest {

    private static final SimpleTask<String, String> SAME = message -> message;
    private static final FlowDefinition FLOW = new FlowDefinition(
            "flow",
            List.of(Component.of("a", SAME)),
            List.of(),
            new FlowDefinition.Limits(1, FlowDefinition.Limits.DEFAULT_TIMEOUT));
    private static final JoinSettings SINGLE = JoinSettings.single();
    private static final Layout BEFORE = new Layout(1, Map.of());
    private static final Layout AFTER = new Layout(2, Map.of("a", SINGLE));
    private static final Instant UNTIL = ManualClock.START.plusSeconds(60);

    private final ChangeInProgress change =
            new ChangeInProgress(ChangeEntry.Action.CHANGE, request(), layout -> request(), null, new ManualClock());

    private static ChangeRequest request() {
        return ChangeRequest.put("flow", "a", SINGLE).revertAfter(Duration.ofMinutes(1));
    }

    private ChangeEntry failedAt(Layout present) {
        change.plan(new ChangePlanner(FLOW), BEFORE, BEFORE);
        return change.failureEntry(new IllegalStateException("on purpose"), present, UNTIL);
    }

    @Test
    void failureAfterTheLayoutChangedIsRecordedAsAChangeOnTrial() {
        assertThat(failedAt(AFTER))
                .returns(ChangeEntry.Outcome.CHANGED, ChangeEntry::outcome)
                .returns(new OnTrial(UNTIL, TrialState.PENDING), ChangeEntry::trial);
    }

    @Test
    void failureBeforeTheLayoutChangedIsRecordedAsAFailure() {
        assertThat(failedAt(BEFORE))
                .returns(ChangeEntry.Outcome.FAILED, ChangeEntry::outcome)
                .returns("java.lang.IllegalStateException: on purpose", ChangeEntry::error)
                .returns(null, ChangeEntry::trial);
    }
}

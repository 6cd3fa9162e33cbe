package io.concor.manage;

import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.Layout;
import io.concor.manage.ChangeEntry.Action;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.ChangePlanner.Plan;
import io.concor.manage.UndoStack.BeforeChange;
import io.concor.preset.Preset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps trial, undo, active preset and expected versions in step with the layout of a flow. Guarded by the lock of the
 * flow's changes.
 */
final class ChangeEffects {

    private final String flow;
    private final Trials trials;
    private final ActivePreset activePreset;
    private final UndoStack undo = new UndoStack();
    /** The last version that an origin which does not give way has created or decided to keep. */
    private long lastDecided;

    /** @param version the version of the first layout */
    ChangeEffects(String flow, Trials trials, ActivePreset activePreset, long version) {
        this.flow = flow;
        this.trials = trials;
        this.activePreset = activePreset;
        this.lastDecided = version;
    }

    /**
     * Requires the version that a request expects. Changes of origins that give way, their confirmations and the end of their
     * trials are no conflict for requests of others.
     *
     * @throws VersionConflictException if the layout has another version
     */
    void requireExpected(Action action, ChangeRequest request, Layout present) {
        Long expected = request.expectedVersion();
        if (expected != null && expected != present.version() && !toleratesSince(expected, action, request, present)) {
            throw new VersionConflictException(flow, expected, present.version());
        }
    }

    /** A confirmation keeps a layout that its user must have seen. */
    private boolean toleratesSince(long expected, Action action, ChangeRequest request, Layout present) {
        boolean tolerates = action != Action.CONFIRM && !request.origin().givesWay();
        return tolerates && lastDecided <= expected && expected < present.version();
    }

    /**
     * Returns the state that an undo restores. An origin that gives way only undoes its trial; its changes after the version
     * that another one expects are undone too.
     */
    BeforeChange undoTarget(ChangeRequest request) {
        trials.requireNoneOfOthers(request.origin());
        Long expected = request.expectedVersion();
        BeforeChange before = trials.before();
        if (before != null && before.isBefore(expected)) {
            return before;
        }
        BeforeChange last = request.origin().givesWay() ? null : undo.top(expected);
        if (last == null) {
            throw new ChangeNotPossibleException(flow, List.of(), Reason.NOTHING_TO_UNDO, "no change is left");
        }
        return last;
    }

    /** Called after the layout has changed. */
    void complete(ChangeInProgress change, Plan plan) {
        ChangeOrigin origin = change.request.origin();
        boolean givesWay = trials.giveWayTo(origin);
        boolean yielding = origin.givesWay() || (change.action == Action.REVERT && givesWay);
        if (!yielding && (givesWay || !plan.isEmpty())) {
            lastDecided = plan.after().version();
        }
        switch (change.action) {
            case CHANGE -> changed(change, plan, givesWay ? superseded(plan) : before(plan));
            case CONFIRM -> trials.end(TrialState.CONFIRMED);
            case UNDO -> restored(undoTarget(change.request), plan, TrialState.UNDONE);
            case REVERT -> restored(undoTarget(change.request), plan, TrialState.REVERTED);
        }
    }

    private BeforeChange before(Plan plan) {
        return new BeforeChange(plan.before().version(), plan.before().slots(), activePreset.get());
    }

    /** The state before a trial that gives way to a change is also the one before the change. */
    private BeforeChange superseded(Plan plan) {
        BeforeChange before = Objects.requireNonNull(trials.before());
        restored(before, plan, TrialState.SUPERSEDED);
        return before;
    }

    private void restored(BeforeChange state, Plan plan, TrialState ofTrial) {
        activePreset.restore(state.preset(), plan.after().version());
        undo.popThrough(state);
        trials.end(ofTrial);
    }

    private void changed(ChangeInProgress change, Plan plan, BeforeChange before) {
        ChangeRequest request = change.request;
        undo.remember(before, plan.after(), request.origin());
        trials.begin(before, plan.after(), request);
        activate(change.applied, request, plan);
    }

    /** A preset applied on trial that changes nothing starts no trial, so nothing would deactivate it again. */
    private void activate(@Nullable Preset applied, ChangeRequest request, Plan plan) {
        if (applied != null && (request.revertAfter() == null || trials.pending() != null)) {
            activePreset.activate(ActivePreset.Activation.ofApplied(applied, plan.after()));
        }
    }
}

package io.concor.manage;

import io.concor.engine.StagedFlow;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.FlowState;
import io.concor.layout.Topology.Trial;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.UndoStack.BeforeChange;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What an undo, or the end of a trial, restores. The lock of the flow's changes guards it; any thread may read whether a
 * trial is pending.
 */
final class Rollback {

    private final StagedFlow<?, ?> flow;
    private final ChangeHistory history;
    private final ChangeClock clock;
    private final TrialExpiry expiry;
    private final UndoStack undo = new UndoStack();
    /** Why the pending trial could not be reverted so far. */
    private final Set<Object> obstacles = ConcurrentHashMap.newKeySet();

    private volatile @Nullable PendingTrial pending;

    /** @param onExpiry ends an expired trial; runs on a thread of its own, again until it succeeds */
    Rollback(StagedFlow<?, ?> flow, ChangeHistory history, ChangeClock clock, Runnable onExpiry) {
        this.flow = flow;
        this.history = history;
        this.clock = clock;
        this.expiry = new TrialExpiry(flow.name(), clock, this::hasExpired, onExpiry);
    }

    @Nullable
    PendingTrial pending() {
        return pending;
    }

    @Nullable
    Trial trial() {
        PendingTrial present = pending;
        return present == null ? null : present.trial();
    }

    private boolean hasExpired() {
        PendingTrial present = pending;
        return present != null && (present.hasExpired(clock) || flow.lifecycle().state() == FlowState.CLOSED);
    }

    void requireTrial() {
        if (pending == null) {
            throw notPossible(Reason.NOTHING_TO_CONFIRM, "no change is on trial");
        }
    }

    /** A change that stays must wait for the trial to end. */
    void requireNoTrialBefore(ChangeRequest request) {
        Trial trial = trial();
        if (trial != null && request.revertAfter() == null) {
            throw notPossible(
                    Reason.ON_TRIAL,
                    trial + "; confirm it or undo it first, or give this change a time to revert as well");
        }
    }

    /** Returns the state that an undo restores. */
    BeforeChange undoTarget() {
        PendingTrial present = pending;
        BeforeChange before = present == null ? undo.top() : present.before();
        if (before == null) {
            throw notPossible(Reason.NOTHING_TO_UNDO, "there is no change left to take back");
        }
        return before;
    }

    /** Returns the state that the end of the trial restores. */
    BeforeChange revertTarget() {
        PendingTrial present = pending;
        if (present == null || !present.hasExpired(clock)) {
            throw notPossible(Reason.NOTHING_TO_UNDO, "the trial was prolonged or ended meanwhile");
        }
        return present.before();
    }

    private ChangeNotPossibleException notPossible(Reason reason, String details) {
        return new ChangeNotPossibleException(flow.name(), List.of(), reason, details);
    }

    /** Whether an attempt to revert the trial failed for a reason that was not reported before. */
    boolean isNewObstacle(Throwable failure) {
        Object obstacle = failure instanceof ChangeNotPossibleException known ? known.reason() : failure.getClass();
        return obstacle != Reason.NOTHING_TO_UNDO && obstacles.add(obstacle);
    }

    /**
     * Remembers the state before a change, and begins or prolongs a trial if the change is on trial. A change at the
     * start creates the first layout, before which there is nothing to restore.
     */
    void remember(BeforeChange before, PlannedChange plan, ChangeRequest request) {
        Duration time = request.revertAfter();
        PendingTrial present = pending;
        if (request.origin().source() == ChangeOrigin.Source.START) {
            undo.clear();
        } else if (!plan.isEmpty()) {
            undo.push(before, time != null);
        }
        if (time != null && (present != null || !plan.isEmpty())) {
            obstacles.clear();
            pending = PendingTrial.of(
                    present == null ? before : present.before(), plan.after().version(), request, time, clock);
            expiry.start();
        }
    }

    void confirmed() {
        undo.keepTrial();
        endTrial(TrialState.CONFIRMED);
    }

    void undone() {
        if (pending == null) {
            undo.pop();
        } else {
            undo.popTrial();
            endTrial(TrialState.UNDONE);
        }
    }

    void reverted() {
        undo.popTrial();
        endTrial(TrialState.REVERTED);
    }

    void flowClosed() {
        endTrial(TrialState.CLOSED);
    }

    private void endTrial(TrialState state) {
        pending = null;
        history.endTrial(state);
        expiry.stop();
    }
}

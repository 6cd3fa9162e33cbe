package io.concor.manage;

import io.concor.JoinSettings;
import io.concor.engine.StagedFlow;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.FlowState;
import io.concor.layout.Layout;
import io.concor.layout.Topology.Trial;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.UndoStack.BeforeChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What an undo, or the end of a trial, restores. Guarded by the lock of the flow's changes, except that any thread may
 * read the pending trial.
 */
final class Rollback {

    private final StagedFlow<?, ?> flow;
    private final ChangeHistory history;
    private final ChangeClock clock;
    private final Runnable onExpiry;
    private final UndoStack undo = new UndoStack();
    /** Why the pending trial could not be reverted so far. */
    private final Set<Object> obstacles = ConcurrentHashMap.newKeySet();

    private TrialExpiry expiry;
    private volatile @Nullable PendingTrial pending;

    /**
     * The trial of one or more changes.
     *
     * @param before the state to which the flow returns unless the trial is confirmed
     * @param endNanos when the trial ends, by {@link ChangeClock#nanos}
     */
    private record PendingTrial(BeforeChange before, Trial trial, long endNanos) {}

    /** @param onExpiry ends an expired trial; runs on a thread of its own, again until it succeeds */
    Rollback(StagedFlow<?, ?> flow, ChangeHistory history, ChangeClock clock, Runnable onExpiry) {
        this.flow = flow;
        this.history = history;
        this.clock = clock;
        this.onExpiry = onExpiry;
        this.expiry = newExpiry();
    }

    /** Each trial has its own, so that a slow listener of the end of a trial does not delay the end of the next one. */
    private TrialExpiry newExpiry() {
        return new TrialExpiry(flow.name(), clock, this::isOver, onExpiry);
    }

    private boolean isOver() {
        return hasExpired() || (pending != null && flow.lifecycle().state() == FlowState.CLOSED);
    }

    private boolean hasExpired() {
        PendingTrial present = pending;
        return present != null && clock.nanos() - present.endNanos() >= 0;
    }

    /** Returns the slots that the end of the trial restores, or none. */
    Map<String, JoinSettings> slotsBeforeTrial() {
        PendingTrial present = pending;
        return present == null ? Map.of() : present.before().slots();
    }

    @Nullable
    Trial trial() {
        PendingTrial present = pending;
        return present == null ? null : present.trial();
    }

    /** Returns when the trial of a request ends, or null. */
    @Nullable
    Instant revertsAt(ChangeRequest request) {
        Trial trial = trial();
        return request.revertAfter() == null || trial == null ? null : trial.until();
    }

    /** Whether the pending trial ends for a change of this origin. */
    boolean givesWayTo(ChangeOrigin origin) {
        return givesWayTo(origin, pending);
    }

    private static boolean givesWayTo(ChangeOrigin origin, @Nullable PendingTrial present) {
        return present != null && present.trial().givesWay() && !origin.givesWay();
    }

    /** Returns the layout to which a change is applied: the one before a trial that gives way to it. */
    Layout basis(ChangeOrigin origin, Layout present) {
        PendingTrial trial = pending;
        return trial != null && givesWayTo(origin, trial)
                ? new Layout(present.version(), trial.before().slots())
                : present;
    }

    /** Returns the slots that a confirmation keeps. */
    Map<String, JoinSettings> slotsOnTrial(ChangeOrigin origin, Layout present) {
        requireNoTrialOfOthers(origin);
        if (pending == null) {
            throw notPossible(Reason.NOTHING_TO_CONFIRM, "no change is on trial");
        }
        return present.slots();
    }

    /** A change that stays must wait for the trial to end, unless the trial gives way to it. */
    void requireNoTrialBefore(ChangeRequest request) {
        requireNoTrialOfOthers(request.origin());
        Trial trial = trial();
        if (trial != null && request.revertAfter() == null && !givesWayTo(request.origin())) {
            throw notPossible(
                    Reason.ON_TRIAL, trial + "; confirm or undo it first, or request this change with revertAfter too");
        }
    }

    private void requireNoTrialOfOthers(ChangeOrigin origin) {
        Trial trial = trial();
        if (trial != null && origin.givesWay() && !trial.givesWay()) {
            throw notPossible(Reason.ON_TRIAL, trial + "; the " + origin.source() + " waits until this trial has ended");
        }
    }

    /**
     * Returns the state that an undo restores. An origin that gives way only undoes its trial; its changes after the version
     * that another one expects are undone too.
     */
    BeforeChange undoTarget(ChangeRequest request) {
        requireNoTrialOfOthers(request.origin());
        PendingTrial present = pending;
        if (present != null && present.before().isBefore(request.expectedVersion())) {
            return present.before();
        }
        BeforeChange before = request.origin().givesWay() ? null : undo.top(request.expectedVersion());
        if (before == null) {
            throw notPossible(Reason.NOTHING_TO_UNDO, "no change is left");
        }
        return before;
    }

    /** Returns the state that the end of a trial restores. */
    BeforeChange revertTarget(Trial expired) {
        PendingTrial present = pending;
        if (present == null || present.trial() != expired || !hasExpired()) {
            throw notPossible(Reason.NOTHING_TO_UNDO, "the trial was prolonged or has ended");
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
     * Ends a trial that gives way to a change.
     *
     * @return the state before the trial, and thus before the change
     */
    BeforeChange supersede() {
        BeforeChange before = Objects.requireNonNull(pending).before();
        restored(before, TrialState.SUPERSEDED);
        return before;
    }

    /**
     * Remembers the state before a change, and starts or prolongs a trial if the change is on trial. A change at
     * start-up creates the first layout, before which there is nothing to restore.
     */
    void remember(BeforeChange before, Layout after, ChangeRequest request) {
        Duration time = request.revertAfter();
        boolean differs = !before.slots().equals(after.slots());
        if (request.origin().source().equals(ChangeOrigin.Source.START)) {
            undo.clear();
        } else if (differs) {
            undo.push(before);
        }
        PendingTrial present = pending;
        if (time != null && (present != null || differs)) {
            obstacles.clear();
            pending = new PendingTrial(
                    present == null ? before : present.before(),
                    new Trial(
                            after.version(),
                            clock.now().plus(time),
                            request.origin().who(),
                            request.reason(),
                            request.origin().givesWay()),
                    clock.nanos() + time.toNanos());
            expiry.start();
        }
    }

    /** Keeps the changes on trial as changes to undo one by one. */
    void confirmed() {
        endTrial(TrialState.CONFIRMED);
    }

    /** Called when a state was restored. */
    void restored(BeforeChange state, TrialState ofTrial) {
        undo.popThrough(state);
        if (pending != null) {
            endTrial(ofTrial);
        }
    }

    void endTrial(TrialState state) {
        pending = null;
        history.endTrial(state);
        expiry.stop();
        expiry = newExpiry();
    }
}

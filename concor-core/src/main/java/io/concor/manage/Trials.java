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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The trial of one or more changes of a flow, one at a time: begins and ends it, and refuses requests that must wait for
 * its end. Guarded by the lock of the flow's changes, except that any thread may read the pending trial.
 */
final class Trials {

    private final StagedFlow<?, ?> flow;
    private final ChangeHistory history;
    private final ChangeClock clock;
    private final Runnable onExpiry;
    /** Why the pending trial could not be reverted so far. */
    private final Set<Object> obstacles = ConcurrentHashMap.newKeySet();

    private TrialExpiry expiry;
    private volatile @Nullable PendingTrial pending;

    /**
     * A trial that has not ended.
     *
     * @param before the state to which the flow returns unless the trial is confirmed
     * @param endNanos when the trial ends, by {@link ChangeClock#nanos}
     */
    private record PendingTrial(BeforeChange before, Trial trial, long endNanos) {}

    /** @param onExpiry ends an expired trial; runs on a thread of its own, again until it succeeds */
    Trials(StagedFlow<?, ?> flow, ChangeHistory history, ChangeClock clock, Runnable onExpiry) {
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

    @Nullable
    Trial pending() {
        PendingTrial present = pending;
        return present == null ? null : present.trial();
    }

    /** Returns the state before the trial, or null if no change is on trial. */
    @Nullable
    BeforeChange before() {
        PendingTrial present = pending;
        return present == null ? null : present.before();
    }

    /** Returns the slots that the end of the trial restores, or none. */
    Map<String, JoinSettings> slotsBefore() {
        BeforeChange before = before();
        return before == null ? Map.of() : before.slots();
    }

    @Nullable
    Instant revertsAt(ChangeRequest request) {
        Trial trial = pending();
        return request.revertAfter() == null || trial == null ? null : trial.until();
    }

    /** Whether the pending trial ends for a change of this origin. */
    boolean giveWayTo(ChangeOrigin origin) {
        Trial trial = pending();
        return trial != null && trial.givesWay() && !origin.givesWay();
    }

    /** Returns the layout to which a change is applied: the one before a trial that gives way to it. */
    Layout basis(ChangeOrigin origin, Layout present) {
        PendingTrial trial = pending;
        return trial != null && trial.trial().givesWay() && !origin.givesWay()
                ? new Layout(present.version(), trial.before().slots())
                : present;
    }

    /** A change that stays must wait for the trial to end, unless the trial gives way to it. */
    void requireNoneBefore(ChangeRequest request) {
        requireNoneOfOthers(request.origin());
        Trial trial = pending();
        if (trial != null && request.revertAfter() == null && !giveWayTo(request.origin())) {
            throw notPossible(
                    Reason.ON_TRIAL, trial + "; confirm or undo it first, or request this change with revertAfter too");
        }
    }

    /** An origin that gives way waits for trials that do not. */
    void requireNoneOfOthers(ChangeOrigin origin) {
        Trial trial = pending();
        if (trial != null && origin.givesWay() && !trial.givesWay()) {
            throw notPossible(
                    Reason.ON_TRIAL, trial + "; the " + origin.source() + " waits until this trial has ended");
        }
    }

    /** @throws ChangeNotPossibleException if no change is on trial, or not one that this origin may confirm */
    void requireConfirmable(ChangeOrigin origin) {
        requireNoneOfOthers(origin);
        if (pending == null) {
            throw notPossible(Reason.NOTHING_TO_CONFIRM, "no change is on trial");
        }
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

    /** Begins or prolongs a trial if a change is on trial. One that changes nothing begins none. */
    void begin(BeforeChange before, Layout after, ChangeRequest request) {
        Duration time = request.revertAfter();
        PendingTrial present = pending;
        if (time != null && (present != null || before.differsFrom(after))) {
            obstacles.clear();
            Trial trial = new Trial(
                    after.version(),
                    clock.now().plus(time),
                    request.origin().who(),
                    request.reason(),
                    request.origin().givesWay());
            pending = new PendingTrial(
                    present == null ? before : present.before(), trial, clock.nanos() + time.toNanos());
            expiry.start();
        }
    }

    void end(TrialState state) {
        if (pending != null) {
            pending = null;
            history.endTrial(state);
            expiry.stop();
            expiry = newExpiry();
        }
    }
}

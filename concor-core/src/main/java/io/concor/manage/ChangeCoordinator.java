package io.concor.manage;

import io.concor.ConcorException;
import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.engine.StagedFlow;
import io.concor.engine.definition.LayoutRules;
import io.concor.layout.FlowState;
import io.concor.layout.Layout;
import io.concor.layout.Topology.Trial;
import io.concor.manage.UndoStack.BeforeChange;
import io.concor.preset.Preset;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Leads all changes of one flow. Each change runs once, {@linkplain io.concor.engine.FlowLifecycle#exclusively
 * exclusively}: it is resolved against the present layout, planned, checked, reserved in the budget, carried out by the
 * engine, and recorded. Listeners learn of it afterwards, when other changes may run.
 */
final class ChangeCoordinator {

    private final StagedFlow<?, ?> flow;
    private final ChangePlanner planner;
    private final ResourceBudget budget;
    private final ChangeHistory history;
    private final ActivePreset activePreset;
    private final ChangePublisher publisher;
    private final ChangeClock clock;
    private final Rollback rollback;
    /** The version of the layout whose change is complete, with all that follows from it. */
    private volatile long settledVersion;

    ChangeCoordinator(
            StagedFlow<?, ?> flow,
            ResourceBudget budget,
            ChangeHistory history,
            ActivePreset activePreset,
            ChangePublisher publisher,
            ChangeClock clock) {
        this.flow = flow;
        this.planner = new ChangePlanner(flow.definition());
        this.budget = budget;
        this.history = history;
        this.activePreset = activePreset;
        this.publisher = publisher;
        this.clock = clock;
        this.rollback = new Rollback(flow, history, clock, this::endExpiredTrial);
        this.settledVersion = present().version();
    }

    /** Reserves what the first layout needs. */
    void reserveFirstLayout() {
        Map<String, JoinSettings> slots = present().slots();
        budget.reserve(flow, Map.of(), slots, ResourceNeed.of(flow, slots));
    }

    ChangePlanner planner() {
        return planner;
    }

    @Nullable
    Trial trial() {
        return rollback.trial();
    }

    private Layout present() {
        return flow.reader().layout();
    }

    /** Returns the layout, once trial, undo and active preset match it: a moment after it is in force. */
    Layout settledLayout() {
        Layout layout = present();
        while (layout.version() > settledVersion) {
            Thread.yield();
            layout = present();
        }
        return layout;
    }

    List<ChangeEntry> newest(int limit) {
        return history.newest(limit);
    }

    ChangeResult change(Function<Layout, ChangeRequest> wanted) {
        return run(inProgress(ChangeEntry.Action.CHANGE, wanted, null));
    }

    /**
     * Creates the layout from a preset, which becomes the active one.
     *
     * @param fitting the part of the preset to apply
     */
    ChangeResult apply(Preset preset, Preset fitting, ChangeRequest options) {
        ChangeRequest request = options.by(options.origin().preset(preset.name()));
        ChangeRequest whole = request.forLayout(flow.name(), slotsOf(fitting, request));
        return run(inProgress(ChangeEntry.Action.CHANGE, layout -> whole, preset));
    }

    private Map<String, JoinSettings> slotsOf(Preset fitting, ChangeRequest request) {
        try {
            return planner.slotsOf(fitting);
        } catch (ConcorException invalid) {
            ChangeRequest named = request.forLayout(flow.name(), fitting.slots());
            ChangeInProgress change = inProgress(ChangeEntry.Action.CHANGE, layout -> named, null);
            recordFailure(change, invalid);
            publisher.failed(change, invalid);
            throw invalid;
        }
    }

    ChangeResult confirm(ChangeRequest options) {
        ChangeRequest confirmation = options.revertAfter(null);
        return run(inProgress(ChangeEntry.Action.CONFIRM, layout -> confirmation, null));
    }

    /** Takes back the last change or, during a trial, all changes on trial. */
    ChangeResult undo(ChangeRequest options) {
        ChangeRequest undo = options.revertAfter(null).by(options.origin().source(ChangeOrigin.Source.UNDO));
        return run(inProgress(ChangeEntry.Action.UNDO, layout -> undo, null));
    }

    private ChangeInProgress inProgress(
            ChangeEntry.Action action, Function<Layout, ChangeRequest> wanted, @Nullable Preset applied) {
        return new ChangeInProgress(action, wanted, applied, present(), clock);
    }

    private ChangeResult run(ChangeInProgress change) {
        ChangeRequest request = change.request();
        ChangeResult result;
        try {
            result = flow.lifecycle()
                    .exclusively(request.slots().keySet(), request.timeLimit(), () -> executeAndRecord(change));
        } catch (Throwable failed) {
            if (!change.hasBegun()) {
                recordFailure(change, failed);
            }
            publisher.failed(change, failed);
            throw failed;
        }
        return publisher.succeeded(change, result, flow);
    }

    private ChangeResult executeAndRecord(ChangeInProgress change) {
        try {
            ChangeResult result = execute(change);
            if (!result.dryRun()) {
                change.recorded(history.add(change.successEntry(result)));
            }
            return result;
        } catch (Throwable failed) {
            recordFailure(change, failed);
            throw failed;
        } finally {
            settledVersion = present().version();
        }
    }

    /** A dry run leaves no trace. Of the attempts to revert a trial, each reason for a failure is recorded once. */
    private void recordFailure(ChangeInProgress change, Throwable failed) {
        ChangeRequest request = change.request();
        boolean isNew = change.action() != ChangeEntry.Action.REVERT || rollback.isNewObstacle(failed);
        if (!request.dryRun() && isNew) {
            change.recorded(history.add(change.failureEntry(failed, present().version(), revertsAt(request))));
        }
    }

    private ChangeResult execute(ChangeInProgress change) {
        Layout present = present();
        change.present(present);
        planner.requireVersion(change.request(), present);
        ChangeRequest request = resolve(change, present);
        PlannedChange plan = planner.plan(request, present);
        change.planned(request, plan);
        ResourceNeed need = need(present.slots()).or(need(plan.after().slots()));
        requireAllowed(plan, need);
        if (change.action() == ChangeEntry.Action.CHANGE) {
            rollback.requireNoTrialBefore(request);
        }
        if (request.dryRun()) {
            return change.result(present.version(), 0, null);
        }
        long handedOver = carryOut(change, plan, need);
        return change.result(plan.after().version(), handedOver, revertsAt(request));
    }

    private @Nullable Instant revertsAt(ChangeRequest request) {
        Trial trial = rollback.trial();
        return request.revertAfter() == null || trial == null ? null : trial.until();
    }

    /** Returns a request that names the slots wanted. */
    private ChangeRequest resolve(ChangeInProgress change, Layout present) {
        ChangeRequest request = change.wanted();
        return switch (change.action()) {
            case CHANGE -> request;
            case CONFIRM -> {
                rollback.requireTrial();
                yield request.forLayout(flow.name(), present.slots());
            }
            case UNDO -> request.forLayout(flow.name(), rollback.undoTarget().slots());
            case REVERT ->
                request.forLayout(flow.name(), rollback.revertTarget().slots());
        };
    }

    private void requireAllowed(PlannedChange plan, ResourceNeed need) {
        Map<String, JoinSettings> after = plan.after().slots();
        List<InvalidLayoutException.Violation> violations =
                new ArrayList<>(LayoutRules.violations(flow.definition(), after));
        violations.addAll(budget.violations(flow, plan.before().slots(), after, need));
        InvalidLayoutException.throwIfAny(flow.name(), violations);
    }

    /** Other flows must not take what the end of a trial needs, so it stays reserved. */
    private ResourceNeed need(Map<String, JoinSettings> slots) {
        PendingTrial trial = rollback.pending();
        ResourceNeed own = ResourceNeed.of(flow, slots);
        return trial == null ? own : own.or(ResourceNeed.of(flow, trial.before().slots()));
    }

    private long carryOut(ChangeInProgress change, PlannedChange plan, ResourceNeed need) {
        Layout after = plan.after();
        budget.reserve(flow, plan.before().slots(), after.slots(), need);
        try {
            return plan.isEmpty()
                    ? 0
                    : flow.lifecycle()
                            .change(plan.slotNames(), after, change.request().timeLimit());
        } finally {
            if (present().version() == after.version()) {
                complete(change, plan);
            }
            budget.shrink(flow, need(present().slots()));
        }
    }

    /** The layout wanted is in force: updates trial, undo and active preset. */
    private void complete(ChangeInProgress change, PlannedChange plan) {
        switch (change.action()) {
            case CHANGE -> {
                BeforeChange before = new BeforeChange(plan.before().slots(), activePreset.get());
                rollback.remember(before, plan, change.request());
                activate(change, plan);
            }
            case CONFIRM -> rollback.confirmed();
            case UNDO -> {
                restorePreset(plan);
                rollback.undone();
            }
            case REVERT -> {
                restorePreset(plan);
                rollback.reverted();
            }
        }
    }

    /** A preset applied on trial that changes nothing starts no trial, so nothing would deactivate it again. */
    private void activate(ChangeInProgress change, PlannedChange plan) {
        Preset applied = change.applied();
        if (applied != null && (change.request().revertAfter() == null || rollback.pending() != null)) {
            activePreset.activate(ActivePreset.Activation.ofApplied(applied, plan.after()));
        }
    }

    private void restorePreset(PlannedChange plan) {
        activePreset.restore(rollback.undoTarget().preset(), plan.after().version());
    }

    private void endExpiredTrial() {
        Trial expired = rollback.trial();
        if (flow.lifecycle().state() == FlowState.CLOSED) {
            flow.lifecycle().exclusively(List.of(), ChangeRequest.DEFAULT_TIME_LIMIT, () -> {
                rollback.flowClosed();
                return expired;
            });
        } else if (expired != null) {
            revert(expired);
        }
    }

    private void revert(Trial expired) {
        ChangeRequest revert = ChangeRequest.options(flow.name())
                .by(ChangeOrigin.of(ChangeOrigin.Source.REVERT, null))
                .reason("version %d was not confirmed until %s".formatted(expired.version(), expired.until()));
        try {
            run(inProgress(ChangeEntry.Action.REVERT, layout -> revert, null));
        } catch (ConcorException notYet) {
            // It is in the history and in the log. The expiry tries again.
        }
    }
}

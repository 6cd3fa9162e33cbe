package io.concor.manage;

import io.concor.ConcorException;
import io.concor.InvalidLayoutException;
import io.concor.InvalidLayoutException.Violation;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.engine.StagedFlow;
import io.concor.engine.definition.LayoutRules;
import io.concor.layout.FlowState;
import io.concor.layout.Layout;
import io.concor.layout.Topology.Trial;
import io.concor.manage.ChangeEntry.Action;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.ChangePlanner.Plan;
import io.concor.manage.UndoStack.BeforeChange;
import io.concor.preset.Preset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Carries out all changes of a flow. Each change runs once, {@linkplain io.concor.engine.FlowLifecycle#exclusively
 * exclusively}: it is resolved against the present layout, planned, checked, reserved in the budget, carried out by the
 * engine, and recorded. It is published afterwards, when other changes may run. Thread-safe.
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
    private final ExpectedVersions versions;
    /** The version of the layout that trial, undo and active preset match. */
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
        this.versions = new ExpectedVersions(flow.name(), settledVersion);
    }

    /** Reserves what the first layout needs. */
    void reserveFirstLayout() {
        Layout first = present();
        Layout none = new Layout(0, Map.of());
        budget.reserve(flow, none, first, ResourceNeed.of(flow, first.slots()));
    }

    /** @throws UnknownNameException if there is no such slot */
    int index(String slot) {
        return planner.index(slot);
    }

    @Nullable
    Trial trial() {
        return rollback.trial();
    }

    private Layout present() {
        return flow.reader().layout();
    }

    /** Waits until trial, undo and active preset match the layout, which takes a moment after a change. */
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

    /**
     * Changes slots.
     *
     * @param wanted returns the request for the layout to which it is applied: at once, and again when the change has its
     *     turn
     */
    ChangeResult change(ChangeRequest options, Function<Layout, ChangeRequest> wanted) {
        requireTrial(options);
        return run(Action.CHANGE, wanted.apply(settledBasis(options.origin())), wanted, null);
    }

    /** Reads again if the layout changes meanwhile, so that layout and trial belong together. */
    private Layout settledBasis(ChangeOrigin origin) {
        Layout layout;
        Layout basis;
        do {
            layout = settledLayout();
            basis = rollback.basis(origin, layout);
        } while (present() != layout);
        return basis;
    }

    private static void requireTrial(ChangeRequest request) {
        if (request.origin().givesWay() && request.revertAfter() == null && !request.dryRun()) {
            throw new InvalidSettingException(
                    "revertAfter",
                    String.format(
                            Locale.ROOT,
                            "it is missing, but the %s makes only changes on trial",
                            request.origin().source()),
                    "1s to 1d");
        }
    }

    /**
     * Creates the layout from a preset, which becomes the active one.
     *
     * @param fitting the part of the preset to apply
     */
    ChangeResult apply(Preset preset, Preset fitting, ChangeRequest options) {
        if (!preset.flow().equals(flow.name())) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "Flow '%s': the preset is one of flow '%s'", flow.name(), preset.flow()));
        }
        requireTrial(options);
        ChangeRequest named = options.forPreset(preset).forLayout(fitting.slots());
        return run(Action.CHANGE, named, layout -> named.forLayout(planner.slotsOf(fitting)), preset);
    }

    ChangeResult confirm(ChangeRequest options) {
        ChangeRequest request = options.revertAfter(null);
        return run(Action.CONFIRM, request, layout -> rollback.slotsOnTrial(request.origin(), layout));
    }

    /** Reverts the last change or, during a trial, all changes on trial. */
    ChangeResult undo(ChangeRequest options) {
        ChangeRequest request = options.revertAfter(null).by(options.origin().undo());
        return run(Action.UNDO, request, layout -> rollback.undoTarget(request).slots());
    }

    /** @param slots returns the slots of the new layout, when the change has its turn */
    private ChangeResult run(Action action, ChangeRequest request, Function<Layout, Map<String, JoinSettings>> slots) {
        return run(action, request, layout -> request.forLayout(slots.apply(layout)), null);
    }

    private ChangeResult run(
            Action action,
            ChangeRequest request,
            Function<Layout, ChangeRequest> resolution,
            @Nullable Preset applied) {
        ChangeInProgress change = new ChangeInProgress(action, request, resolution, applied, present(), clock);
        ChangeResult result;
        try {
            result = flow.lifecycle()
                    .exclusively(request.slots().keySet(), request.timeLimit(), () -> executeAndRecord(change));
        } catch (Throwable failed) {
            recordFailure(change, failed); // unless it has failed in its turn
            publisher.publish(change.entry(), List.of());
            throw failed;
        }
        List<String> warnings = warnings(change, result);
        publisher.publish(change.entry(), warnings);
        return result.warnings(warnings);
    }

    /** Returns none for a confirmation: it keeps the layout, whose warnings the change on trial has reported. */
    private List<String> warnings(ChangeInProgress change, ChangeResult result) {
        return change.action() == Action.CONFIRM
                ? List.of()
                : publisher.warnings(flow, change.present(), result.layout());
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

    /** Records no dry run, and only the first of the attempts to revert a trial that fail for the same reason. */
    private void recordFailure(ChangeInProgress change, Throwable failed) {
        ChangeRequest request = change.request();
        boolean recorded = change.entry() != null || request.dryRun();
        if (!recorded && (change.action() != Action.REVERT || rollback.isNewObstacle(failed))) {
            change.recorded(history.add(change.failureEntry(failed, present().version(), rollback.revertsAt(request))));
        }
    }

    private ChangeResult execute(ChangeInProgress change) {
        Layout present = present();
        change.present(present);
        versions.require(change.action(), change.request(), present);
        Layout basis = change.action() == Action.CHANGE
                ? rollback.basis(change.request().origin(), present)
                : present;
        ChangeRequest request = change.resolve(basis);
        Plan plan = planner.plan(request, basis, present);
        change.planned(plan);
        ResourceNeed need = need(present).or(need(plan.after()));
        InvalidLayoutException.throwIfAny(flow.name(), violations(plan, need));
        if (change.action() == Action.CHANGE) {
            rollback.requireNoTrialBefore(request);
        }
        if (request.dryRun()) {
            return change.result(plan, 0, null);
        }
        long handedOver = carryOut(change, plan, need);
        return change.result(plan, handedOver, rollback.revertsAt(request));
    }

    /** Returns what the new layout of a request would break at present. */
    List<Violation> violations(ChangeRequest request) {
        Layout basis = settledBasis(request.origin());
        Layout present = present();
        Plan plan = planner.plan(request, basis, present);
        return violations(plan, need(present).or(need(plan.after())));
    }

    private List<Violation> violations(Plan plan, ResourceNeed need) {
        List<Violation> violations = new ArrayList<>(
                LayoutRules.violations(flow.definition(), plan.after().slots()));
        violations.addAll(budget.violations(flow, plan.before(), plan.after(), need));
        return violations;
    }

    /** Includes what the end of a trial needs, so that other flows do not take it. */
    private ResourceNeed need(Layout layout) {
        return ResourceNeed.of(flow, layout.slots()).or(ResourceNeed.of(flow, rollback.slotsBeforeTrial()));
    }

    private long carryOut(ChangeInProgress change, Plan plan, ResourceNeed need) {
        Layout after = plan.after();
        budget.reserve(flow, plan.before(), after, need);
        try {
            return plan.isEmpty()
                    ? 0
                    : flow.lifecycle()
                            .change(plan.slotNames(), after, change.request().timeLimit());
        } finally {
            if (present().version() == after.version()) {
                complete(change, plan);
            }
            budget.shrink(flow, need(present()));
        }
    }

    /** Updates trial, undo and active preset after the layout changed. */
    private void complete(ChangeInProgress change, Plan plan) {
        ChangeRequest request = change.request();
        boolean givesWay = rollback.givesWayTo(request.origin());
        boolean yielding = request.origin().givesWay() || (change.action() == Action.REVERT && givesWay);
        if (!yielding && (givesWay || !plan.isEmpty())) {
            versions.decided(plan.after());
        }
        switch (change.action()) {
            case CHANGE -> {
                rollback.remember(givesWay ? superseded(plan) : before(plan), plan.after(), request);
                activate(change, plan);
            }
            case CONFIRM -> rollback.confirmed();
            case UNDO -> restored(rollback.undoTarget(request), plan, TrialState.UNDONE);
            case REVERT -> restored(rollback.undoTarget(request), plan, TrialState.REVERTED);
        }
    }

    private BeforeChange before(Plan plan) {
        return new BeforeChange(plan.before().version(), plan.before().slots(), activePreset.get());
    }

    private BeforeChange superseded(Plan plan) {
        BeforeChange before = rollback.supersede();
        activePreset.restore(before.preset(), plan.after().version());
        return before;
    }

    /** A preset applied on trial that changes nothing starts no trial, so nothing would deactivate it again. */
    private void activate(ChangeInProgress change, Plan plan) {
        Preset applied = change.applied();
        if (applied != null && (change.request().revertAfter() == null || rollback.trial() != null)) {
            activePreset.activate(ActivePreset.Activation.ofApplied(applied, plan.after()));
        }
    }

    private void restored(BeforeChange state, Plan plan, TrialState ofTrial) {
        activePreset.restore(state.preset(), plan.after().version());
        rollback.restored(state, ofTrial);
    }

    private void endExpiredTrial() {
        Trial expired = rollback.trial();
        if (flow.lifecycle().state() == FlowState.CLOSED) {
            flow.lifecycle().exclusively(List.of(), ChangeRequest.DEFAULT_TIME_LIMIT, () -> {
                rollback.endTrial(TrialState.CLOSED);
                return expired;
            });
        } else if (expired != null) {
            revert(expired);
        }
    }

    private void revert(Trial expired) {
        ChangeRequest request = ChangeRequest.options(flow.name())
                .by(ChangeOrigin.of(ChangeOrigin.Source.REVERT, expired.who()))
                .reason(String.format(
                        Locale.ROOT, "version %d was not confirmed until %s", expired.version(), expired.until()));
        try {
            run(Action.REVERT, request, layout -> rollback.revertTarget(expired).slots());
        } catch (ConcorException notYet) {
            // It is in the history and in the log. The expiry tries again.
        }
    }
}

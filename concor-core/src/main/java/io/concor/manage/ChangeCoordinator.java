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
import io.concor.manage.ResourceBudget.Need;
import io.concor.preset.Preset;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
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
    private final ChangePublisher publisher;
    private final ChangeClock clock;
    private final Trials trials;
    private final ChangeEffects effects;
    private final SlotsElsewhere elsewhere;
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
        this.elsewhere = new SlotsElsewhere(flow);
        this.budget = budget;
        this.history = history;
        this.publisher = publisher;
        this.clock = clock;
        this.trials = new Trials(flow, history, clock, this::endExpiredTrial);
        this.settledVersion = present().version();
        this.effects = new ChangeEffects(flow.name(), trials, activePreset, settledVersion);
        reserveFirstLayout();
    }

    private void reserveFirstLayout() {
        Layout first = present();
        Layout none = new Layout(0, Map.of());
        InvalidLayoutException.throwIfAny(flow.name(), budget.reserve(flow, none, first, Need.of(flow, first.slots())));
    }

    /** @throws UnknownNameException if there is no such slot */
    int index(String slot) {
        return planner.index(slot);
    }

    @Nullable
    Trial trial() {
        return trials.pending();
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
            basis = trials.basis(origin, layout);
        } while (present() != layout);
        return basis;
    }

    private static void requireTrial(ChangeRequest request) {
        if (request.origin().givesWay() && request.revertAfter() == null && !request.dryRun()) {
            String reason = "it is missing, but the " + request.origin().source() + " makes only changes on trial";
            throw new InvalidSettingException("revertAfter", reason, "1s to 1d");
        }
    }

    /**
     * Creates the layout from a preset, which becomes the active one.
     *
     * @param fitting the part of the preset to apply
     */
    ChangeResult apply(Preset preset, Preset fitting, ChangeRequest options) {
        if (!preset.flow().equals(flow.name())) {
            throw new IllegalArgumentException(
                    "Flow '" + flow.name() + "': the preset is one of flow '" + preset.flow() + "'");
        }
        requireTrial(options);
        ChangeRequest named = options.forPreset(preset).forLayout(fitting.slots());
        return run(Action.CHANGE, named, layout -> named.forLayout(planner.slotsOf(fitting)), preset);
    }

    ChangeResult confirm(ChangeRequest options) {
        ChangeRequest request = options.revertAfter(null);
        return run(Action.CONFIRM, request, layout -> {
            trials.requireConfirmable(request.origin());
            return layout.slots();
        });
    }

    /** Reverts the last change or, during a trial, all changes on trial. */
    ChangeResult undo(ChangeRequest options) {
        ChangeRequest request = options.revertAfter(null).by(options.origin().undo());
        return run(Action.UNDO, request, layout -> effects.undoTarget(request).slots());
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
        ChangeInProgress change = new ChangeInProgress(action, request, resolution, applied, clock);
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
        return change.action == Action.CONFIRM
                ? List.of()
                : publisher.warnings(flow, change.plan().before(), result.layout());
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
        ChangeRequest request = change.request;
        boolean recorded = change.entry() != null || request.dryRun();
        if (!recorded && (change.action != Action.REVERT || trials.isNewObstacle(failed))) {
            change.recorded(history.add(change.failureEntry(failed, present(), trials.revertsAt(request))));
        }
    }

    private ChangeResult execute(ChangeInProgress change) {
        Layout present = present();
        effects.requireExpected(change.action, change.request, present);
        Layout basis = change.action == Action.CHANGE ? trials.basis(change.request.origin(), present) : present;
        Plan plan = change.plan(planner, basis, present);
        ChangeRequest request = change.request;
        elsewhere.refuse(request, plan);
        try {
            requireAllowed(plan, request.dryRun());
            if (change.action == Action.CHANGE) {
                trials.requireNoneBefore(request);
            }
            return request.dryRun()
                    ? change.result(0, null)
                    : change.result(carryOut(change, plan), trials.revertsAt(request));
        } finally {
            budget.shrink(flow, need(present()));
        }
    }

    /** Reserves what the change needs, unless it is a dry run. */
    private void requireAllowed(Plan plan, boolean dryRun) {
        InvalidLayoutException.throwIfAny(flow.name(), violations(plan));
        if (!dryRun) { // another flow may have reserved meanwhile
            List<Violation> exceeded = budget.reserve(flow, plan.before(), plan.after(), need(plan));
            InvalidLayoutException.throwIfAny(flow.name(), exceeded);
        }
    }

    List<Violation> violations(ChangeRequest request) {
        Layout basis = settledBasis(request.origin());
        return violations(planner.plan(request, basis, present()));
    }

    private List<Violation> violations(Plan plan) {
        return Stream.concat(
                        LayoutRules.violations(flow.definition(), plan.after().slots()).stream(),
                        budget.violations(flow, plan.before(), plan.after(), need(plan)).stream())
                .toList();
    }

    private Need need(Plan plan) {
        return need(plan.before()).or(need(plan.after()));
    }

    /** Includes what the end of a trial needs, so that other flows do not take it. */
    private Need need(Layout layout) {
        return Need.of(flow, layout.slots()).or(Need.of(flow, trials.slotsBefore()));
    }

    private long carryOut(ChangeInProgress change, Plan plan) {
        Layout after = plan.after();
        try {
            return plan.isEmpty() ? 0 : flow.lifecycle().change(plan.slotNames(), after, change.request.timeLimit());
        } finally {
            if (present().version() == after.version()) {
                effects.complete(change, plan);
            }
        }
    }

    private void endExpiredTrial() {
        Trial expired = trials.pending();
        if (flow.lifecycle().state() == FlowState.CLOSED) {
            flow.lifecycle().exclusively(List.of(), ChangeRequest.DEFAULT_TIME_LIMIT, () -> {
                trials.end(TrialState.CLOSED);
                return expired;
            });
        } else if (expired != null) {
            revert(expired);
        }
    }

    private void revert(Trial expired) {
        ChangeRequest request = ChangeRequest.options(flow.name())
                .by(ChangeOrigin.of(ChangeOrigin.Source.REVERT, expired.who()))
                .reason("version " + expired.version() + " was not confirmed until " + expired.until());
        try {
            run(Action.REVERT, request, layout -> trials.revertTarget(expired).slots());
        } catch (ConcorException notYet) {
            // It is in the history and in the log. The expiry tries again.
        }
    }
}

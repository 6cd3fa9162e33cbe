package io.concor.manage;

import io.concor.ConcorException;
import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.engine.StagedFlow;
import io.concor.engine.definition.LayoutRules;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.FlowState;
import io.concor.layout.Layout;
import io.concor.layout.Topology.Trial;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.UndoStack.BeforeChange;
import io.concor.preset.Preset;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All changes of one flow: makes one after the other, and keeps their history, what can be taken back, and the trial. A
 * change with all that follows from it is one step: it runs {@linkplain
 * io.concor.engine.FlowLifecycle#exclusively exclusively}. Only then others are told.
 */
final class ChangeCoordinator {

    private final StagedFlow<?, ?> flow;
    private final ChangePlanner planner;
    private final ResourceBudget budget;
    private final ChangeHistory history;
    private final ActivePresets presets;
    private final ChangePublisher news;
    private final ChangeClock clock;
    private final UndoStack undo = new UndoStack();
    private final TrialExpiry watch;
    /** Why the present trial could not be taken back so far. */
    private final Set<Object> obstacles = ConcurrentHashMap.newKeySet();

    private volatile @Nullable PendingTrial trial;
    /** The version of the layout up to which all is done that follows from a change. */
    private volatile long settled;

    ChangeCoordinator(
            StagedFlow<?, ?> flow,
            ResourceBudget budget,
            ChangeHistory history,
            ActivePresets presets,
            ChangePublisher news,
            ChangeClock clock) {
        this.presets = presets;
        this.flow = flow;
        this.planner = new ChangePlanner(flow.definition());
        this.budget = budget;
        this.history = history;
        this.news = news;
        this.clock = clock;
        this.settled = flow.reader().layout().version();
        this.watch = new TrialExpiry(flow.name(), clock, this::trialIsOver, this::endTrialThatIsOver);
    }

    /** Reserves what the first layout takes. */
    void begin() {
        Map<String, JoinSettings> slots = flow.reader().layout().slots();
        budget.reserve(flow, Map.of(), slots, ResourceNeed.of(flow, slots));
    }

    @Nullable
    Trial trial() {
        PendingTrial present = trial;
        return present == null ? null : present.shown();
    }

    /** The layout, once all is done that follows from it: a moment after it is there. */
    Layout settledLayout() {
        Layout layout = flow.reader().layout();
        while (layout.version() > settled) {
            Thread.yield();
            layout = flow.reader().layout();
        }
        return layout;
    }

    List<ChangeEntry> newest(int most) {
        return history.newest(most);
    }

    /** Makes what is asked for of the layout that is there when it is the turn of this change. */
    ChangeResult change(Function<Layout, ChangeRequest> asked) {
        return run(ChangeEntry.Action.CHANGE, asked, null);
    }

    /**
     * Makes a preset the layout, and the active one.
     *
     * @param chosen the preset
     * @param fitting what of it is to be the layout
     * @throws UnknownNameException when it leaves a slot to the kind of a component that is not there
     * @throws InvalidLayoutException when what it leaves to the kinds would break a rule
     */
    ChangeResult apply(Preset chosen, Preset fitting, ChangeRequest options) {
        ChangeRequest asked = options.by(options.origin().preset(chosen.name()));
        ChangeRequest whole = asked.forLayout(flow.name(), layout(fitting, asked));
        return run(ChangeEntry.Action.CHANGE, layout -> whole, chosen);
    }

    private Map<String, JoinSettings> layout(Preset fitting, ChangeRequest asked) {
        try {
            return ActivePresets.layout(flow.definition(), fitting);
        } catch (ConcorException wrong) {
            refuse(asked.forLayout(flow.name(), fitting.slots()), wrong);
            throw wrong;
        }
    }

    /** What is known to be wrong before it is the turn of a change is in the history all the same. */
    private void refuse(ChangeRequest asked, ConcorException wrong) {
        ChangeInProgress report = new ChangeInProgress(
                ChangeEntry.Action.CHANGE, layout -> asked, null, flow.reader().layout(), clock);
        enterFailure(ChangeEntry.Action.CHANGE, report, wrong);
        news.notMade(report, wrong);
    }

    ChangeResult confirm(ChangeRequest options) {
        return run(ChangeEntry.Action.CONFIRM, options.revertAfter(null));
    }

    /** Takes the last change back; while changes are on trial, all of these. */
    ChangeResult undo(ChangeRequest options) {
        return run(
                ChangeEntry.Action.UNDO,
                options.revertAfter(null).by(options.origin().source(ChangeOrigin.Source.UNDO)));
    }

    private ChangeResult run(ChangeEntry.Action action, ChangeRequest asked) {
        return run(action, layout -> asked, null);
    }

    private ChangeResult run(
            ChangeEntry.Action action, Function<Layout, ChangeRequest> asked, @Nullable Preset applied) {
        ChangeInProgress report =
                new ChangeInProgress(action, asked, applied, flow.reader().layout(), clock);
        ChangeResult result;
        try {
            result = exclusively(action, report);
        } catch (Throwable failed) {
            if (report.entry() == null) {
                enterFailure(action, report, failed); // another change kept this one from beginning
            }
            news.notMade(report, failed);
            throw failed;
        }
        return news.made(report, result, flow);
    }

    private ChangeResult exclusively(ChangeEntry.Action action, ChangeInProgress report) {
        ChangeRequest request = report.request();
        return flow.lifecycle().exclusively(request.slots().keySet(), request.timeLimit(), () -> alone(action, report));
    }

    private ChangeResult alone(ChangeEntry.Action action, ChangeInProgress report) {
        try {
            ChangeResult result = make(action, report);
            if (!result.dryRun()) {
                report.entered(history.add(report.done(outcome(action, result), result)));
            }
            return result;
        } catch (Throwable failed) {
            enterFailure(action, report, failed);
            throw failed;
        } finally {
            settled = flow.reader().layout().version();
        }
    }

    private static ChangeEntry.Outcome outcome(ChangeEntry.Action action, ChangeResult result) {
        if (action == ChangeEntry.Action.CONFIRM) {
            return ChangeEntry.Outcome.CONFIRMED;
        }
        return result.slots().isEmpty() ? ChangeEntry.Outcome.UNCHANGED : ChangeEntry.Outcome.CHANGED;
    }

    private void enterFailure(ChangeEntry.Action action, ChangeInProgress report, Throwable failed) {
        if (!report.request().dryRun() && (action != ChangeEntry.Action.REVERT || isNews(failed))) {
            report.entered(
                    history.add(report.failed(failed, flow.reader().layout().version(), revertsAt(report.request()))));
        }
    }

    /** The try to take a trial back is made again and again; why it does not succeed is told once. */
    private boolean isNews(Throwable failed) {
        Object obstacle = failed instanceof ChangeNotPossibleException known ? known.reason() : failed.getClass();
        return obstacle != Reason.NOTHING_TO_UNDO && obstacles.add(obstacle);
    }

    private ChangeResult make(ChangeEntry.Action action, ChangeInProgress report) {
        Layout present = flow.reader().layout();
        report.present(present);
        planner.requireVersion(report.request(), present);
        ChangeRequest request = resolved(action, report);
        PlannedChange planned = planner.plan(request, present);
        report.planned(request, planned);
        ResourceNeed need = need(planned);
        requireAllowed(planned, need);
        if (action == ChangeEntry.Action.CHANGE) {
            requireNoTrial(request);
        }
        return request.dryRun()
                ? report.result(planned.before().version(), 0, null)
                : report.result(
                        planned.after().version(), reserveAndMake(action, report, planned, need), revertsAt(request));
    }

    private @Nullable Instant revertsAt(ChangeRequest request) {
        PendingTrial present = trial;
        return request.revertAfter() == null || present == null
                ? null
                : present.shown().until();
    }

    private ChangeRequest resolved(ChangeEntry.Action action, ChangeInProgress report) {
        ChangeRequest asked = report.asked();
        return switch (action) {
            case CHANGE -> asked;
            case CONFIRM -> asked.forLayout(flow.name(), layoutToConfirm());
            case UNDO -> asked.forLayout(flow.name(), before().slots());
            case REVERT -> asked.forLayout(flow.name(), beforeTrialThatIsOver().slots());
        };
    }

    private Map<String, JoinSettings> layoutToConfirm() {
        if (trial == null) {
            throw notPossible(Reason.NOTHING_TO_CONFIRM, "no change is on trial");
        }
        return flow.reader().layout().slots();
    }

    private BeforeChange before() {
        PendingTrial present = trial;
        BeforeChange before = present == null ? undo.top() : present.before();
        if (before == null) {
            throw notPossible(Reason.NOTHING_TO_UNDO, "there is no change left to take back");
        }
        return before;
    }

    private BeforeChange beforeTrialThatIsOver() {
        PendingTrial present = trial;
        if (present == null || !present.due(clock)) {
            throw notPossible(Reason.NOTHING_TO_UNDO, "the trial was prolonged or ended meanwhile");
        }
        return present.before();
    }

    private void requireAllowed(PlannedChange planned, ResourceNeed need) {
        Map<String, JoinSettings> after = planned.after().slots();
        List<InvalidLayoutException.Violation> violations =
                new ArrayList<>(LayoutRules.violations(flow.definition(), after));
        violations.addAll(budget.violations(flow, planned.before().slots(), after, need));
        InvalidLayoutException.throwIfAny(flow.name(), violations);
    }

    private void requireNoTrial(ChangeRequest request) {
        PendingTrial present = trial;
        if (present != null && request.revertAfter() == null) {
            throw notPossible(
                    Reason.ON_TRIAL,
                    present.shown() + "; confirm it or undo it first, or give this change a time to revert as well");
        }
    }

    /** What is there, what is to be, and what a trial returns to: that must not be taken by other flows meanwhile. */
    private ResourceNeed need(PlannedChange planned) {
        return need(planned.before().slots()).or(need(planned.after().slots()));
    }

    private ResourceNeed need(Map<String, JoinSettings> slots) {
        PendingTrial present = trial;
        ResourceNeed own = ResourceNeed.of(flow, slots);
        return present == null
                ? own
                : own.or(ResourceNeed.of(flow, present.before().slots()));
    }

    private long reserveAndMake(
            ChangeEntry.Action action, ChangeInProgress report, PlannedChange planned, ResourceNeed need) {
        budget.reserve(flow, planned.before().slots(), planned.after().slots(), need);
        try {
            return planned.nothing()
                    ? 0
                    : flow.lifecycle()
                            .change(
                                    planned.slotNames(),
                                    planned.after(),
                                    report.request().timeLimit());
        } finally {
            if (flow.reader().layout().version() == planned.after().version()) {
                done(action, report, planned);
            }
            budget.settle(flow, need(flow.reader().layout().slots()));
        }
    }

    private void done(ChangeEntry.Action action, ChangeInProgress report, PlannedChange planned) {
        switch (action) {
            case CHANGE -> {
                changed(report.request(), planned);
                activate(report, planned);
            }
            case CONFIRM -> {
                undo.keepTrial();
                endTrial(TrialState.CONFIRMED);
            }
            case UNDO -> {
                putBack(before(), planned);
                undone();
            }
            case REVERT -> {
                putBack(before(), planned);
                undo.popTrial();
                endTrial(TrialState.REVERTED);
            }
        }
    }

    private void changed(ChangeRequest request, PlannedChange planned) {
        Duration time = request.revertAfter();
        PendingTrial present = trial;
        BeforeChange before = new BeforeChange(planned.before().slots(), presets.active(flow.name()));
        if (request.origin().source() == ChangeOrigin.Source.START) {
            undo.clear();
        } else if (!planned.nothing()) {
            undo.push(before, time != null);
        }
        if (time != null && (present != null || !planned.nothing())) {
            obstacles.clear();
            trial = PendingTrial.of(
                    present == null ? before : present.before(), planned.after().version(), request, time, clock);
            watch.start();
        }
    }

    /** A preset that was to be tried, but makes what is there already, begins no trial that could take it back. */
    private void activate(ChangeInProgress report, PlannedChange planned) {
        Preset applied = report.applied();
        if (applied != null && (report.request().revertAfter() == null || trial != null)) {
            presets.activate(
                    flow.definition(),
                    applied,
                    planned.after().slots(),
                    planned.after().version());
        }
    }

    private void putBack(BeforeChange before, PlannedChange planned) {
        presets.putBack(flow.name(), before.active(), planned.after().version());
    }

    private void undone() {
        if (trial == null) {
            undo.pop();
        } else {
            undo.popTrial();
            endTrial(TrialState.UNDONE);
        }
    }

    private void endTrial(TrialState state) {
        trial = null;
        history.endTrial(state);
        watch.stop();
    }

    private boolean trialIsOver() {
        PendingTrial present = trial;
        return present != null && (present.due(clock) || flow.lifecycle().state() == FlowState.CLOSED);
    }

    private void endTrialThatIsOver() {
        PendingTrial present = trial;
        if (flow.lifecycle().state() == FlowState.CLOSED) {
            forgetTrial();
        } else if (present != null) {
            revert(present.shown());
        }
    }

    private void forgetTrial() {
        flow.lifecycle().exclusively(List.of(), ChangeRequest.DEFAULT_TIME_LIMIT, () -> {
            endTrial(TrialState.CLOSED);
            return null;
        });
    }

    private void revert(Trial over) {
        ChangeRequest revert = ChangeRequest.options(flow.name())
                .by(ChangeOrigin.of(ChangeOrigin.Source.REVERT, null))
                .reason("version %d was not confirmed until %s".formatted(over.version(), over.until()));
        try {
            run(ChangeEntry.Action.REVERT, revert);
        } catch (ConcorException notYet) {
            // It is in the history and in the log; the watch tries again.
        }
    }

    private ChangeNotPossibleException notPossible(Reason reason, String words) {
        return new ChangeNotPossibleException(flow.name(), List.of(), reason, words);
    }
}

package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.advice.ThreadNeeds;
import io.concor.diagnosis.autopilot.AutopilotStatus.Decision;
import io.concor.diagnosis.autopilot.AutopilotStatus.Outcome;
import io.concor.diagnosis.autopilot.AutopilotStatus.Result;
import io.concor.diagnosis.autopilot.AutopilotStatus.State;
import io.concor.diagnosis.autopilot.PlanPacing.Topic;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.text.Sentence;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the autopilot does about one flow: a state machine that sees a renewed verdict once a second and returns what is to be
 * done. It changes nothing itself, and has no thread and no clock. The methods that tell it what came of that may be called
 * by any thread at any time.
 *
 * <table><caption>States</caption>
 * <tr><th>state</th><th>what ends it</th><th>next state</th></tr>
 * <tr><td>{@code STEADY}</td><td>three limited verdicts, or a need for fewer threads for ten minutes: it returns a plan. In
 *     mode {@code AUTO} the chosen change goes on trial</td><td>{@code TRIAL}</td></tr>
 * <tr><td></td><td>a cause that threads do not mend; a slow remote system, for some minutes</td><td>{@code FROZEN}</td></tr>
 * <tr><td>{@code TRIAL}</td><td>the change helped and is kept; or it did not and is taken back, at once if it harmed; or it
 *     was refused</td><td>{@code COOLING}</td></tr>
 * <tr><td>{@code COOLING}</td><td>some seconds</td><td>{@code STEADY} or {@code FROZEN}</td></tr>
 * <tr><td>{@code FROZEN}</td><td>another verdict</td><td>{@code STEADY}</td></tr>
 * <tr><td>any</td><td>a person's change</td><td>{@code PAUSED}</td></tr>
 * <tr><td>{@code PAUSED}</td><td>some minutes, and the end of the person's trial; or the mode was {@code OFF}</td><td>{@code STEADY}
 *     or {@code FROZEN}</td></tr>
 * </table>
 *
 * <p>While a plan is made, the state stays {@code STEADY}, and no other plan is returned. A plan is void once the state is
 * another one. Thread-safe.
 */
final class AutopilotStateMachine {

    private static final int ENOUGH_LIMITED = 3;

    /** Causes that no layout mends, or that lie outside of the flow. */
    private static final Set<Cause> FREEZING = EnumSet.of(
            Cause.GARBAGE_COLLECTION,
            Cause.DOWNSTREAM_ERRORS,
            Cause.NOISY_NEIGHBOUR,
            Cause.CONNECTION_LEAK,
            Cause.SLOW_REMOTE,
            Cause.SLOW_CALLBACK,
            Cause.LOCK,
            Cause.HOT_KEY,
            Cause.QUEUE_STORE);

    private final String flow;
    private final DecisionLog decisions = new DecisionLog();
    private final NeedHistory needs = new NeedHistory();
    private final IneffectiveChanges ineffective = new IneffectiveChanges();
    private final Slowness slowness = new Slowness();
    private PlanPacing pacing = new PlanPacing();
    private AutopilotSettings settings;
    private State state = State.STEADY;
    private String reason = "No verdict was seen yet.";
    private @Nullable Instant until;
    private @Nullable PlanRequest planning;
    private @Nullable OngoingTrial running;
    /** The flows that were limited when the present plan was begun. */
    private Set<String> othersBefore = Set.of();
    /** The limited verdicts in a row about causes that a layout may mend. */
    private int limited;
    /** The limited verdicts in a row. */
    private volatile int suffering;

    AutopilotStateMachine(String flow, AutopilotSettings settings) {
        this.flow = flow;
        this.settings = settings;
    }

    synchronized AutopilotSettings settings() {
        return settings;
    }

    /** What was advised, or had no answer, is planned again at once if the mode or the goal is another one. */
    synchronized void settings(UnaryOperator<AutopilotSettings> change) {
        AutopilotSettings before = settings;
        settings = change.apply(before);
        if (settings.equals(before)) {
            return;
        }
        pacing = new PlanPacing();
        if (running == null && settings.mode() == AutopilotMode.OFF) {
            switchOff();
        } else if (running == null && before.mode() == AutopilotMode.OFF) {
            become(State.STEADY, "The autopilot acts on the next verdict.", null);
        }
    }

    private void switchOff() {
        forget();
        become(State.STEADY, "The autopilot is off.", null);
    }

    synchronized AutopilotStatus status() {
        return new AutopilotStatus(flow, settings, state, reason, until, decisions.newestFirst());
    }

    /** Whether a plan is made, or a change is on trial. */
    synchronized boolean isOccupied() {
        return planning != null || running != null;
    }

    /** Whether the flow was limited in three seconds in a row, whatever the cause and the mode. */
    boolean isLimited() {
        return suffering >= ENOUGH_LIMITED;
    }

    synchronized boolean isOnTrial(Trial begun) {
        return running != null && running.trial() == begun;
    }

    /** Takes a renewed verdict into account. Returns what is to be done. */
    synchronized Action next(RenewedVerdict seen) {
        suffering = seen.isLimited() ? Math.min(ENOUGH_LIMITED, suffering + 1) : 0;
        slowness.add(seen.at(), seen.verdict());
        OngoingTrial trial = running;
        if (trial != null) {
            return follow(trial, seen);
        }
        if (settings.mode() == AutopilotMode.OFF) {
            switchOff();
            return Action.None.NONE;
        }
        learn(seen);
        rest(seen);
        return state == State.STEADY && planning == null ? plan(seen) : Action.None.NONE;
    }

    private boolean isFreezing(RenewedVerdict seen) {
        return seen.isLimitedBy(FREEZING) && !slowness.isLasting(seen.at());
    }

    private void forget() {
        planning = null;
        limited = 0;
        needs.clear();
    }

    /** While a closer look is under way, the cause is not known; and what was limited, and is not at present, needs no more. */
    private void learn(RenewedVerdict seen) {
        if (!seen.isLimited() || isFreezing(seen)) {
            limited = 0;
        } else if (!seen.provisional()) {
            limited++;
        }
        Situation situation = seen.situation();
        if (situation != null) {
            needs.add(seen.at(), situation, settings.decreaseAfter());
        }
    }

    /** Leaves states that have ended by themselves. */
    private void rest(RenewedVerdict seen) {
        boolean waits = until != null && seen.at().isBefore(until);
        if (waits) {
            return;
        }
        if (isFreezing(seen)) {
            planning = null;
            become(
                    State.FROZEN,
                    Sentence.of(
                            "A change of threads does not help against %s. %s%s",
                            seen.verdict().cause(),
                            seen.verdict().summary(),
                            seen.verdict().cause() == Cause.SLOW_REMOTE
                                    ? " If the remote system stays slow for five minutes, the autopilot plans for its present times."
                                    : ""),
                    null);
        } else {
            become(State.STEADY, seen.verdict().summary(), null);
        }
    }

    private void become(State next, String why, @Nullable Instant end) {
        state = next;
        reason = why;
        until = end;
    }

    private Action plan(RenewedVerdict seen) {
        return seen.forPlan()
                .flatMap(situation -> request(seen, situation))
                .filter(request -> pacing.allows(request.topic(), seen.at()))
                .<Action>map(request -> {
                    pacing.started(seen.at());
                    planning = request;
                    othersBefore = seen.limitedOthers().get();
                    return new Action.Plan(request);
                })
                .orElse(Action.None.NONE);
    }

    private Optional<PlanRequest> request(RenewedVerdict seen, Situation situation) {
        if (limited >= ENOUGH_LIMITED) {
            double rate = PlanRequest.rate(situation, settings.goal());
            return Optional.of(
                    request(PlanPurpose.INCREASE, seen, situation, new ThreadNeeds(situation).at(rate), Set.of()));
        }
        Map<String, Integer> largest = needs.largest(seen.at(), settings.decreaseAfter());
        boolean fewer = seen.verdict().state() == Verdict.State.HEALTHY
                && largest.entrySet().stream().anyMatch(need -> PlanRequest.exceeds(situation, need))
                && MeasuredPerformance.knowsLatency(situation);
        return fewer
                ? Optional.of(request(PlanPurpose.DECREASE, seen, situation, largest, needs.busy()))
                : Optional.empty();
    }

    private PlanRequest request(
            PlanPurpose purpose,
            RenewedVerdict seen,
            Situation situation,
            Map<String, Integer> threads,
            Set<String> busy) {
        Verdict verdict = seen.verdict();
        long version = situation.flow().layout().version();
        return new PlanRequest(
                new Topic(purpose, verdict.cause(), verdict.component(), version),
                situation,
                verdict,
                settings.goal(),
                threads,
                busy,
                ineffective.at(
                        seen.at(), verdict.cause(), situation.flow().layout().slots()));
    }

    /**
     * There is nothing to try.
     *
     * @param search why; empty if no plan could be made
     */
    synchronized void foundNothing(PlanRequest request, Optional<Search> search, Instant now) {
        if (planning == request) {
            planning = null;
            if (request.purpose() == PlanPurpose.DECREASE && search.isPresent()) {
                pacing.quiet(request.topic(), now.plus(settings.forget()));
            } else {
                pacing.foundNothing(request.topic(), now);
            }
            if (request.purpose() == PlanPurpose.INCREASE) {
                search.ifPresent(found -> decisions.addIfNew(Explanation.ofNothing(request, found, now)));
            }
        }
    }

    /** A change was chosen. Returns its trial; empty if it must not be tried. */
    synchronized Optional<Trial> chosen(
            PlanRequest request, ChosenChange choice, MeasuredPerformance before, Instant now) {
        if (planning != request) {
            return Optional.empty();
        }
        planning = null;
        Decision decision = Explanation.of(request, choice, now);
        if (settings.mode() != AutopilotMode.AUTO) {
            decisions.addIfNew(decision);
            pacing.quiet(request.topic(), now.plus(settings.forget()));
            return Optional.empty();
        }
        decisions.add(decision);
        Trial begun = new Trial(request, choice, decision, before, now, settings.trial());
        running = new OngoingTrial(begun, othersBefore);
        become(State.TRIAL, decision.decided(), begun.end());
        return Optional.of(begun);
    }

    /** A trial that the manager could not revert yet is still one. */
    private Action follow(OngoingTrial trial, RenewedVerdict seen) {
        if (trial.trial().isOverdue(seen.at()) && !seen.onTrial().getAsBoolean()) {
            close(trial.trial(), Result.REVERTED, trial.whyReverted("Its end was not noticed."), seen.at());
            return Action.None.NONE;
        }
        return trial.next(seen, settings);
    }

    /** A trial has ended; {@code result} says how. */
    synchronized void ended(Trial ended, Result result, String text, boolean wasIneffective, Instant now) {
        if (isOnTrial(ended)) {
            if (wasIneffective) {
                remember(ended, now);
            }
            close(ended, result, text, now);
        }
    }

    /** The manager has refused to end a trial: it reverts it by itself later, and until then no other flow may be on trial. */
    synchronized void mustWait(Trial ended, String text, boolean wasIneffective, Instant now) {
        OngoingTrial trial = running;
        if (trial != null && trial.trial() == ended) {
            trial.mustWait(text);
            if (wasIneffective) {
                remember(ended, now);
            }
        }
    }

    private void remember(Trial ended, Instant now) {
        PlanRequest request = ended.request();
        ineffective.add(
                request.topic().cause(), ended.choice().candidate(), request.present(), now.plus(settings.forget()));
    }

    private void close(Trial ended, Result result, String text, Instant now) {
        decisions.end(ended.decision(), new Outcome(result, text));
        running = null;
        limited = 0;
        needs.clear();
        become(State.COOLING, text, now.plus(settings.cooling()));
    }

    /** The manager has reverted the trial by itself. */
    synchronized void expired(Instant now) {
        OngoingTrial trial = running;
        if (trial != null) {
            close(trial.trial(), Result.REVERTED, trial.whyReverted("It was not confirmed in time."), now);
        }
    }

    /**
     * A person has changed the layout.
     *
     * @param trial when the trial of that change ends by itself, or null if it has none
     */
    synchronized void overruled(String change, @Nullable Instant trial, Instant now) {
        if (running != null) {
            decisions.end(running.trial().decision(), new Outcome(Result.SUPERSEDED, change));
        }
        running = null;
        forget();
        if (settings.mode() != AutopilotMode.OFF) {
            Instant end = now.plus(settings.pause());
            become(State.PAUSED, change, trial != null && trial.isAfter(end) ? trial : end);
        }
    }
}

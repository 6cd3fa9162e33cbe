package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.autopilot.TrialJudge.Judgement;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.text.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Follows a change on trial, second by second, and decides once how it ends. Not thread-safe. */
final class OngoingTrial {

    /** Those that come and go whatever the layout: while one limits the flow, nothing tells what a change has brought. */
    private static final Set<Cause> FROM_OUTSIDE =
            EnumSet.of(Cause.GARBAGE_COLLECTION, Cause.DOWNSTREAM_ERRORS, Cause.NOISY_NEIGHBOUR, Cause.CONNECTION_LEAK);

    /**
     * The compiler takes processors from whatever a change brings: what helped nevertheless is kept, all else is not
     * remembered.
     */
    private static final String REPEATABLE = " The JVM was still compiling its code, so it may be tried again.";

    private final Trial trial;
    private final Set<String> limitedBefore;
    private boolean ending;
    /** Why it has to wait until the manager reverts it; null if it has not. */
    private @Nullable String waiting;

    /** @param limitedBefore the other flows that were limited when the change was planned */
    OngoingTrial(Trial trial, Set<String> limitedBefore) {
        this.trial = trial;
        this.limitedBefore = limitedBefore;
    }

    Trial trial() {
        return trial;
    }

    /** It cannot be ended, but reverts by itself. */
    void mustWait(String why) {
        waiting = why;
    }

    /** Returns why it was reverted by itself. */
    String whyReverted(String otherwise) {
        return waiting == null ? otherwise : waiting;
    }

    /** Takes a renewed verdict into account. Returns what is to be done. */
    Action next(RenewedVerdict seen, AutopilotSettings settings) {
        if (ending) {
            return Action.None.NONE;
        }
        Action action = decide(seen, settings);
        ending = action != Action.None.NONE;
        return action;
    }

    private Action decide(RenewedVerdict seen, AutopilotSettings settings) {
        if (settings.mode() != AutopilotMode.AUTO) {
            return new Action.TakeBack(trial, Sentence.of("The mode is now %s.", settings.mode()), false);
        }
        Situation situation = seen.situation();
        return situation != null && isOfNewLayout(situation) ? judge(situation, seen, settings) : Action.None.NONE;
    }

    private boolean isOfNewLayout(Situation situation) {
        return situation.flow().layout().version() == trial.version()
                && situation.recent().size() >= Observation.KEPT;
    }

    private Action judge(Situation situation, RenewedVerdict seen, AutopilotSettings settings) {
        if (seen.isLimitedBy(FROM_OUTSIDE)) {
            String text = Sentence.of(
                    "The effect of the change cannot be measured. %s",
                    seen.verdict().summary());
            return whenDue(new Action.TakeBack(trial, text, false), seen.at());
        }
        Optional<String> harmed = otherThatSuffers(seen);
        if (harmed.isPresent()) {
            String text = Sentence.of("Since the change, flow '%s' is limited.", harmed.get());
            return new Action.TakeBack(trial, text, true);
        }
        MeasuredPerformance after = MeasuredPerformance.of(situation);
        Judgement judgement = new TrialJudge(trial.request().purpose(), settings.goal(), trial.before())
                .judge(after, isSettled(situation, seen.at()));
        String text = Explanation.ofTrial(judgement, settings.goal(), trial.before(), after);
        if (judgement != Judgement.HELPED && situation.host().isWarmingUp()) {
            return whenDue(new Action.TakeBack(trial, text + REPEATABLE, false), seen.at());
        }
        return switch (judgement) {
            case HELPED -> new Action.Keep(trial, text);
            case HARMED -> new Action.TakeBack(trial, text, true);
            case NO_EFFECT, OTHER_LOAD ->
                whenDue(new Action.TakeBack(trial, text, judgement == Judgement.NO_EFFECT), seen.at());
        };
    }

    /** Returns a flow that is limited only since the change: they share processors and connections. */
    private Optional<String> otherThatSuffers(RenewedVerdict seen) {
        return seen.limitedOthers().get().stream()
                .filter(other -> !limitedBefore.contains(other))
                .findFirst();
    }

    /** Latency is that of the last ten seconds. The change itself may have taken some of the time since it was chosen. */
    private boolean isSettled(Situation situation, Instant now) {
        boolean passed = Duration.between(trial.start(), now).compareTo(TrialJudge.LATENCY_KNOWN) >= 0;
        return passed && !situation.mixedTimes();
    }

    private Action whenDue(Action action, Instant now) {
        return trial.isDue(now) ? action : Action.None.NONE;
    }
}

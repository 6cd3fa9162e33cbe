package io.concor.diagnosis;

import io.concor.diagnosis.advice.LayoutCheck;
import io.concor.diagnosis.cause.CauseRules;
import io.concor.diagnosis.cause.Finding;
import io.concor.diagnosis.cause.SteadyCause;
import io.concor.diagnosis.signal.CloserLook;
import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.situation.Baseline;
import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.statistics.FlowHistograms;
import io.concor.statistics.FlowReading;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the verdict about one flow: {@link LimitState} is what limits it, to which {@link FailureAlarm} adds what fails. While a
 * closer look is under way, the alarm waits for what it shows. One thread calls {@link #next}; any thread reads.
 */
final class FlowDiagnosis {

    private final long builtNanos;
    private final FlowSource source;
    private final Alarm alarm;
    private final FailureAlarm failures;
    private final Baseline baseline;
    private final CloserLook look;
    private final VerdictWriter writer;
    private final SteadyCause cause = new SteadyCause();
    private final SignStreaks streaks = new SignStreaks();
    private final RecentLimits limits = new RecentLimits();
    private LimitState state;
    /** The seconds since the last change of the layout, or {@link SignStreaks#SECONDS_OF_TIMES} if there are more. */
    private int sinceChange = SignStreaks.SECONDS_OF_TIMES;

    private volatile Verdict published;
    private volatile @Nullable Situation situation;

    /**
     * @param looks runs closer looks
     * @param simulations runs simulations, on another thread than that of {@link #next}
     */
    FlowDiagnosis(
            FlowReading flow,
            FlowSource source,
            Executor looks,
            Executor simulations,
            Alarm alarm,
            FailureAlarm failures,
            Instant now) {
        this.builtNanos = flow.builtNanos();
        this.source = source;
        this.alarm = alarm;
        this.failures = failures;
        this.baseline = new Baseline(flow.components().size());
        this.look = new CloserLook(looks);
        this.writer = new VerdictWriter(flow.flow(), simulations, source);
        this.state = new LimitState.Unlimited(writer.unknown("The flow has just started", now));
        this.published = state.verdict();
    }

    /** What is read about the flow only if it is needed. */
    interface FlowSource extends LayoutCheck {

        /** Returns the sampled times of the last ten seconds. */
        FlowHistograms histograms();

        List<Long> threadIds(int slot);

        /** Returns the latency that the flow is to keep; empty for none. */
        OptionalDouble goalP99Micros();

        /** Whether the flow admits events: one that is stopped refuses them all. */
        boolean isRunning();
    }

    /** Whether a window is of this flow, and not of a later one with the same name. */
    boolean isOf(FlowWindow window) {
        return window.builtNanos() == builtNanos;
    }

    /** The flow no longer exists. */
    void end() {
        alarm.clear();
        failures.clear();
    }

    Verdict verdict() {
        return published;
    }

    RecentLimits limits() {
        return limits;
    }

    /**
     * Whether a closer look at its threads is under way, or the flow was limited and none of the signs was seen in the
     * last second.
     */
    boolean isProvisional() {
        return state instanceof LimitState.Fading || look.isRunning();
    }

    /** Returns what is known about the flow, or null if that is too little for a prediction. */
    @Nullable
    Situation situation() {
        return situation;
    }

    /**
     * Takes a second into account.
     *
     * @param recent up to five windows, the latest last; none if the layout has just changed
     */
    void next(List<Observation> recent, Instant now) {
        if (!recent.isEmpty()) {
            failures.add(recent.get(recent.size() - 1).flow(), source::isRunning, now);
        }
        state = renew(recent, now);
        published = failures.show(state.verdict());
    }

    private LimitState renew(List<Observation> recent, Instant now) {
        if (recent.isEmpty()) {
            alarm.layoutChanged();
            return forgotten("The layout has just changed", now);
        }
        if (!source.isRunning()) {
            alarm.clear();
            return forgotten("The flow was stopped and refuses all events", now);
        }
        sinceChange = Math.min(SignStreaks.SECONDS_OF_TIMES, sinceChange + 1);
        Situation seen = lookedAt(LimitSigns.whileSigns(new Situation(
                recent,
                once(source::histograms),
                baseline,
                source.goalP99Micros(),
                state.verdict().cause(),
                null,
                sinceChange < SignStreaks.SECONDS_OF_TIMES)));
        Situation whole = seen.withWindows(recent);
        situation = whole;
        return judged(seen, whole, now);
    }

    private LimitState forgotten(String reason, Instant now) {
        situation = null;
        look.forget();
        cause.forget();
        writer.forgetAdvice();
        writer.forgetComparison();
        streaks.forget();
        sinceChange = 0;
        return new LimitState.Unlimited(dated(writer.unknown(reason, now), now));
    }

    /** All rules see the same times. */
    private static Supplier<FlowHistograms> once(Supplier<FlowHistograms> reading) {
        AtomicReference<@Nullable FlowHistograms> known = new AtomicReference<>();
        return () -> Objects.requireNonNull(known.updateAndGet(times -> times == null ? reading.get() : times));
    }

    /** Adds what a closer look showed at the threads that limit the flow, if there was one. */
    private Situation lookedAt(Situation seen) {
        return look.of(() -> CauseRules.slotToLookAt(seen), System.nanoTime())
                .map(seen::with)
                .orElse(seen);
    }

    /**
     * Returns the state that follows from a second.
     *
     * @param seen the windows with signs of a limit, if there are enough
     * @param whole all windows
     */
    private LimitState judged(Situation seen, Situation whole, Instant now) {
        List<Evidence> signs = LimitSigns.of(seen);
        streaks.add(signs, whole);
        if (signs.isEmpty()) {
            return withoutSigns(whole, now);
        }
        writer.forgetComparison();
        return state.isLimited() && streaks.areOfEndedLoad(whole) ? fading(true) : withSigns(seen, signs, now);
    }

    private LimitState fading(boolean loadEnded) {
        alarm.unlimited();
        return state.fading(loadEnded, streaks.quietWindows());
    }

    private LimitState withSigns(Situation seen, List<Evidence> signs, Instant now) {
        lookCloser(seen, CauseRules.slotToLookAt(seen));
        Verdict found = limited(seen, signs, now);
        limits.add(seen, found, now);
        LimitState next = state.afterSigns(found);
        if (!look.isRunning()) { // until it shows something the cause is not known, so the second does not count
            alert(next);
        }
        return next;
    }

    private void alert(LimitState next) {
        if (next.isLimited()) {
            alarm.limited(next.verdict());
        } else {
            alarm.unnamed();
        }
    }

    private void lookCloser(Situation seen, int slot) {
        if (slot >= 0) {
            look.at(slot, seen.stage(slot).isVirtual(), () -> source.threadIds(slot), System.nanoTime());
        }
    }

    private Verdict limited(Situation seen, List<Evidence> signs, Instant now) {
        List<Finding> findings = CauseRules.check(seen);
        boolean firstLook = look.isRunning() && seen.look() == null;
        Verdict found = findings.isEmpty()
                ? writer.unknown(withoutCause(signs), now)
                : writer.limited(seen, cause.order(findings), signs, firstLook, now);
        return dated(found, now);
    }

    private static String withoutCause(List<Evidence> signs) {
        return LimitSigns.areLatencyAlone(signs)
                ? "The p99 of the last ten seconds exceeds the goal, but no signal shows why; the slow events may belong to an earlier load"
                : "The flow is limited, but no signal shows by what";
    }

    private LimitState withoutSigns(Situation whole, Instant now) {
        if (state.isLimited() && !streaks.areOver()) {
            return fading(false);
        }
        alarm.unnamed();
        LimitState next = new LimitState.Unlimited(dated(calm(whole, now), now));
        if (streaks.areOver()) {
            cause.forget();
            writer.forgetAdvice();
            alarm.clear();
        }
        return next;
    }

    private Verdict calm(Situation seen, Instant now) {
        if (seen.recent().size() < LimitSigns.ENOUGH_WINDOWS) {
            return writer.unknown("The flow has just started, or its layout has just changed", now);
        }
        if (LimitSigns.isSeenInLast(seen)) {
            return writer.perhapsLimited(seen, now);
        }
        if (seen.traffic().isIdle()) {
            return writer.hardlyUsed(seen, now);
        }
        if (streaks.isComparisonDue()) {
            writer.compareTimes(seen);
            learn(seen);
        }
        return LimitSigns.lacksLatency(seen) ? writer.latencyUnknown(seen, now) : writer.healthy(seen, now);
    }

    /** While events fail, their times are not the usual ones. */
    private void learn(Situation seen) {
        if (!failures.isFailing()) {
            baseline.learn(seen);
        }
    }

    /** A verdict of the state that the flow is in already began with the first one. */
    private Verdict dated(Verdict verdict, Instant now) {
        Verdict before = state.verdict();
        return verdict.since(before.state() == verdict.state() ? before.since() : now);
    }
}

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
import io.concor.diagnosis.verdict.Verdict.State;
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
 * Keeps the verdict about one flow. A flow becomes limited when a sign is seen in three of five windows, and healthy when
 * none was seen in five of five. While a closer look is under way, the alarm waits for what it shows. One thread calls
 * {@link #next}; any thread reads.
 */
final class FlowDiagnosis {

    /** How often sampled times are compared while nothing limits the flow, as to read them takes long. */
    private static final int WINDOWS_PER_COMPARISON = 5;

    /** How many seconds the sampled times cover. */
    private static final int SECONDS_OF_TIMES = 10;

    private final long builtNanos;
    private final FlowSource source;
    private final Alarm alarm;
    private final FailureAlarm failures;
    private final Baseline baseline;
    private final CloserLook look;
    private final VerdictWriter writer;
    private final SteadyCause cause = new SteadyCause();
    /** What limits the flow, whether or not it is failing. */
    private Verdict verdict;

    private volatile Verdict published;
    private volatile @Nullable Situation situation;
    /** The last verdict with signs, the one before it, and the one that is shown while none is seen. */
    private @Nullable Verdict last;

    private @Nullable Verdict before;
    private @Nullable Verdict kept;
    /** The seconds in a row in which the latency alone limited the flow. */
    private int latencyAlone;
    /** The windows since the last one with a sign. */
    private int quietWindows;
    /** The windows in which nothing limited the flow since sampled times were compared, or since something did. */
    private int sinceComparison;
    /** Whether the flow was limited, and none of the signs was seen in the last second. */
    private boolean fading;
    /** The seconds since the last change of the layout, or {@link #SECONDS_OF_TIMES} if there are more. */
    private int sinceChange = SECONDS_OF_TIMES;

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
        this.verdict = writer.unknown("The flow has just started", now);
        this.published = verdict;
    }

    /** What is read about the flow only if it is needed. */
    interface FlowSource extends LayoutCheck {

        /** Returns the sampled times of the last ten seconds. */
        FlowHistograms histograms();

        /** Returns the threads of a slot. */
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

    /**
     * Whether a closer look at its threads is under way, or the flow was limited and none of the signs was seen in the
     * last second.
     */
    boolean isProvisional() {
        return fading || look.isRunning();
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
        fading = false;
        if (!recent.isEmpty()) {
            failures.add(recent.get(recent.size() - 1).flow(), source::isRunning, now);
        }
        renew(recent, now);
        published = failures.show(verdict);
    }

    private void renew(List<Observation> recent, Instant now) {
        if (recent.isEmpty()) {
            forget();
            alarm.layoutChanged();
            become(writer.unknown("The layout has just changed", since(State.UNKNOWN, now)));
        } else if (!source.isRunning()) {
            forget();
            alarm.clear();
            become(writer.unknown("The flow was stopped and refuses all events", since(State.UNKNOWN, now)));
        } else {
            sinceChange = Math.min(SECONDS_OF_TIMES, sinceChange + 1);
            Situation seen = lookedAt(LimitSigns.whileSigns(new Situation(
                    recent,
                    once(source::histograms),
                    baseline,
                    source.goalP99Micros(),
                    verdict.cause(),
                    null,
                    sinceChange < SECONDS_OF_TIMES)));
            Situation whole = seen.withWindows(recent);
            situation = whole;
            judge(seen, whole, now);
        }
    }

    private void forget() {
        situation = null;
        look.forget();
        cause.forget();
        writer.forgetAdvice();
        sinceChange = 0;
        quietWindows = 0;
        latencyAlone = 0;
        forgetComparison();
        last = null;
        before = null;
        kept = null;
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
     * Renews the verdict.
     *
     * @param seen the windows with signs of a limit, if there are enough
     * @param whole all windows
     */
    private void judge(Situation seen, Situation whole, Instant now) {
        List<Evidence> signs = LimitSigns.of(seen);
        quietWindows = LimitSigns.isQuiet(whole) ? quietWindows + 1 : 0;
        latencyAlone = !signs.isEmpty() && LimitSigns.areLatencyAlone(signs) ? latencyAlone + 1 : 0;
        if (signs.isEmpty()) {
            sinceComparison++;
        } else {
            forgetComparison();
        }
        if (!signs.isEmpty() && verdict.state() == State.LIMITED && hasLoadEnded(whole)) {
            alarm.unlimited();
            keepCauseOfTheLoad();
        } else if (!signs.isEmpty()) {
            lookCloser(seen, CauseRules.slotToLookAt(seen));
            before = last;
            last = limited(seen, signs, now);
            kept = last;
            become(last);
            alert();
        } else {
            calm(whole, now);
        }
    }

    /**
     * The latency is that of ten seconds: what exceeds the goal for longer without other signs in between is no remainder
     * of these.
     */
    private boolean hasLoadEnded(Situation whole) {
        return latencyAlone <= SECONDS_OF_TIMES && LimitSigns.haveEnded(whole);
    }

    private void forgetComparison() {
        sinceComparison = 0;
        writer.forgetComparison();
    }

    /** The load has ended within the last second with signs, which tells nothing about its cause: the one before counts. */
    private void keepCauseOfTheLoad() {
        if (before != null && before.state() == State.LIMITED) {
            kept = before;
        }
        sayThatItFades();
    }

    private void sayThatItFades() {
        fading = true;
        Verdict faded = kept;
        if (faded != null && faded.state() == State.LIMITED) {
            become(quietWindows == 0 ? faded : faded.unseenFor(quietWindows));
        }
    }

    /** While a closer look is under way, the cause is not known, so the second does not count. */
    private void alert() {
        if (look.isRunning()) {
            return;
        }
        if (verdict.state() == State.LIMITED) {
            alarm.limited(verdict);
        } else {
            alarm.unnamed();
        }
    }

    private void calm(Situation seen, Instant now) {
        boolean over = quietWindows >= Observation.KEPT;
        if (verdict.state() == State.LIMITED && !over) {
            alarm.unlimited();
            sayThatItFades();
        } else {
            alarm.unnamed();
            last = null;
            kept = null;
            become(withoutSigns(seen, now));
        }
        if (over) {
            cause.forget();
            writer.forgetAdvice();
            alarm.clear();
        }
    }

    private void lookCloser(Situation seen, int slot) {
        if (slot >= 0) {
            look.at(slot, seen.stage(slot).isVirtual(), () -> source.threadIds(slot), System.nanoTime());
        }
    }

    private Verdict limited(Situation seen, List<Evidence> signs, Instant now) {
        List<Finding> findings = CauseRules.check(seen);
        return findings.isEmpty()
                ? writer.unknown(withoutCause(signs), since(State.UNKNOWN, now))
                : writer.limited(seen, cause.order(findings), signs, isFirstLook(seen), since(State.LIMITED, now));
    }

    private boolean isFirstLook(Situation seen) {
        return look.isRunning() && seen.look() == null;
    }

    private static String withoutCause(List<Evidence> signs) {
        return LimitSigns.areLatencyAlone(signs)
                ? "The p99 of the last ten seconds exceeds the goal, but no signal shows why: it may be of an earlier load"
                : "The flow is limited, but no signal shows by what";
    }

    private Verdict withoutSigns(Situation seen, Instant now) {
        if (seen.recent().size() < LimitSigns.ENOUGH_WINDOWS) {
            return writer.unknown(
                    "The flow has just started, or its layout has just changed", since(State.UNKNOWN, now));
        }
        if (LimitSigns.isSeenInLast(seen)) {
            return writer.perhapsLimited(seen, since(State.UNKNOWN, now));
        }
        if (seen.traffic().isIdle()) {
            return writer.hardlyUsed(seen, since(State.UNKNOWN, now));
        }
        if (sinceComparison >= WINDOWS_PER_COMPARISON) {
            sinceComparison = 0;
            writer.compareTimes(seen);
            learn(seen);
        }
        return LimitSigns.lacksLatency(seen)
                ? writer.latencyUnknown(seen, since(State.UNKNOWN, now))
                : writer.healthy(seen, since(State.HEALTHY, now));
    }

    /** While events fail, their times are not the usual ones. */
    private void learn(Situation seen) {
        if (!failures.isFailing()) {
            baseline.learn(seen);
        }
    }

    private Instant since(State next, Instant now) {
        return verdict.state() == next ? verdict.since() : now;
    }

    private void become(Verdict next) {
        verdict = next;
    }
}

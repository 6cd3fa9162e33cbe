package io.concor.diagnosis.advice;

import io.concor.diagnosis.cause.Finding;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.SlotAdvice;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The advice about one flow. It is known at once; whether its changes are allowed, and what they would bring, another
 * thread finds out, which runs simulations, at most one at a time for a flow. Renewed from time to time, sooner if the load
 * changes. What was said about another layout is dropped, also if its simulation is still running. For one thread.
 */
public final class PredictedAdvice {

    private static final int RENEWED_AFTER = 10;
    private static final int SOONEST_RENEWED_AFTER = 1;
    private static final double OTHER_LOAD = 0.1;

    private final String flow;
    private final Executor simulations;
    private final LayoutCheck check;
    private final AtomicBoolean waits = new AtomicBoolean();
    private volatile @Nullable Topic topic;
    private int age;

    /**
     * @param simulations runs the simulations
     * @param check tells which advice is allowed
     */
    public PredictedAdvice(String flow, Executor simulations, LayoutCheck check) {
        this.flow = flow;
        this.simulations = simulations;
        this.check = check;
    }

    /** What the advice is about. The other thread writes the advice, and reads the situation. */
    private final class Topic {

        private final Finding finding;
        private volatile Situation situation;
        private volatile List<Advice> advice;

        Topic(Finding finding, Situation situation) {
            this.finding = finding;
            this.situation = situation;
            this.advice = new Advisor(flow, situation).advise(finding);
        }

        boolean isOf(Finding other, Situation present) {
            return version(situation) == version(present)
                    && finding.cause() == other.cause()
                    && finding.component() == other.component();
        }

        private long version(Situation seen) {
            return seen.flow().layout().version();
        }

        /** Whether its predictions rest on another load, or on times of a former layout. */
        boolean isOutdatedBy(Situation present) {
            double offered = situation.traffic().offered();
            return Math.abs(present.traffic().offered() - offered) > OTHER_LOAD * offered
                    || situation.mixedTimes() && !present.mixedTimes();
        }

        void predict() {
            Situation seen = situation;
            Advisor advisor = new Advisor(flow, seen);
            advice = advisor.predicted(
                    finding, advisor.advise(finding).stream().map(this::allowed).toList());
        }

        /** Of a change that breaks a rule or a limit only the words are left, and why. */
        private Advice allowed(Advice one) {
            SlotAdvice change = one.change();
            return change == null || change.settings() == null
                    ? one
                    : check.violation(change.slot(), change.settings())
                            .map(violation -> Advice.ofText("%s But that is not allowed: %s.", one.text(), violation))
                            .orElse(one);
        }
    }

    /** Returns the advice about a cause, with the predictions that are known so far. */
    public List<Advice> of(Finding finding, Situation situation) {
        Topic known = topic;
        if (known == null || !known.isOf(finding, situation)) {
            known = new Topic(finding, situation);
            topic = known;
            predictLater();
        } else if (++age > (known.isOutdatedBy(situation) ? SOONEST_RENEWED_AFTER : RENEWED_AFTER)) {
            known.situation = situation;
            predictLater();
        }
        return known.advice;
    }

    /** A limit that comes again may have other figures. */
    public void forget() {
        topic = null;
    }

    private void predictLater() {
        age = 0;
        if (waits.compareAndSet(false, true)) {
            simulations.execute(this::predict);
        }
    }

    /** Predicts for the present topic, which may be a later one than when this was requested. */
    private void predict() {
        waits.set(false);
        Topic present = topic;
        if (present != null) {
            present.predict();
        }
    }
}

package io.concor.diagnosis.rule;

import io.concor.diagnosis.verdict.Verdict.Advice;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The advice about one flow. It is known at once; what its changes would bring takes a simulation each, which another
 * thread runs and adds later, at most one at a time for a flow. Renewed from time to time, sooner if the load changes. What was
 * said about another layout is dropped, also if its simulation is still running. For one thread.
 */
final class PredictedAdvice {

    private static final int RENEWED_AFTER = 10;
    private static final int SOONEST_RENEWED_AFTER = 1;
    private static final double OTHER_LOAD = 0.1;

    private final String flow;
    private final Executor simulations;
    private final AtomicBoolean waits = new AtomicBoolean();
    private volatile @Nullable Topic topic;
    private int age;

    PredictedAdvice(String flow, Executor simulations) {
        this.flow = flow;
        this.simulations = simulations;
    }

    /** What the advice is about. The other thread writes the advice, and reads the advisor. */
    private static final class Topic {

        private final Finding finding;
        private final long layoutVersion;
        private double offered;
        private volatile Advisor advisor;
        private volatile List<Advice> advice;

        Topic(Finding finding, long layoutVersion, double offered, Advisor advisor) {
            this.finding = finding;
            this.layoutVersion = layoutVersion;
            this.offered = offered;
            this.advisor = advisor;
            this.advice = advisor.advise(finding);
        }

        boolean isOfOtherLoadThan(double present) {
            return Math.abs(present - offered) > OTHER_LOAD * offered;
        }

        void renew(double present, Advisor next) {
            offered = present;
            advisor = next;
        }

        boolean isOf(Finding other, long version) {
            return layoutVersion == version
                    && finding.cause() == other.cause()
                    && finding.component() == other.component();
        }

        void predict() {
            advice = advisor.advisePredicted(finding);
        }
    }

    /** Returns the advice about a cause, with the predictions that are known so far. */
    List<Advice> of(Finding finding, Situation situation) {
        Topic known = topic;
        long version = situation.flow().layout().version();
        if (known == null || !known.isOf(finding, version)) {
            known = new Topic(finding, version, situation.offered(), new Advisor(flow, situation));
            topic = known;
            predictLater();
        } else if (++age > (known.isOfOtherLoadThan(situation.offered()) ? SOONEST_RENEWED_AFTER : RENEWED_AFTER)) {
            known.renew(situation.offered(), new Advisor(flow, situation));
            predictLater();
        }
        return known.advice;
    }

    /** A limit that comes again may have other figures. */
    void forget() {
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

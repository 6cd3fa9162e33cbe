package io.concor.diagnosis.situation;

import io.concor.statistics.DurationHistogram;
import io.concor.statistics.FlowHistograms;
import java.util.Arrays;
import java.util.Optional;

/**
 * How long the tasks of a flow take when nothing limits it: the median of each, the time that a fifth of the messages
 * exceeds, and the mean, which follow slowly. From a time that is unusual it learns nothing until that has lasted for an
 * hour: otherwise an outage would soon be what is usual. If one of several remote systems becomes slow, the median stays. If a
 * remote system does not answer at all, no finished task tells; but the mean follows from the events that wait and those
 * that leave (J. Little, A Proof for the Queuing Formula, 1961). For one thread.
 */
public final class Baseline {

    /** Times are learnt from every five seconds at most. */
    static final int LESSONS_OF_AN_HOUR = 720;

    private static final double WEIGHT = 0.1;
    private static final double SHORTER_WEIGHT = 0.5;
    private static final double MEDIAN = 0.5;
    private static final double FIFTH = 0.8;
    private static final double SLOWER = 2;
    /** Busy processors alone may double the time that a fifth exceeds. */
    private static final double FIFTH_SLOWER = 4;
    /** Events that pile up raise the mean before one takes longer. */
    private static final double MEAN_SLOWER = 5;

    private final double[] medians;
    private final double[] fifths;
    private final double[] means;
    /** How many lessons in a row were unusual for each component. */
    private final int[] unusual;

    public Baseline(int components) {
        medians = unknown(components);
        fifths = unknown(components);
        means = unknown(components);
        unusual = new int[components];
    }

    private static double[] unknown(int components) {
        double[] nanos = new double[components];
        Arrays.fill(nanos, Double.NaN);
        return nanos;
    }

    /**
     * How much longer than usual a task takes.
     *
     * @param factor how many times as long
     * @param bound from which factor on that is called slow
     * @param nanos how long it takes now
     * @param known from which messages that is known
     */
    public record Slowdown(double factor, double bound, double nanos, Known known) {}

    /** From which messages a time is known. */
    public enum Known {
        FROM_MOST,
        FROM_A_FIFTH,
        FROM_THOSE_THAT_WAIT
    }

    /** Takes the times of healthy windows into account. */
    public void learn(Situation situation) {
        learn(situation.times(), situation.host().areBusy());
    }

    /** @param busy whether all processors are busy, so that tasks take longer than usual for a reason of their own */
    void learn(FlowHistograms times, boolean busy) {
        for (int i = 0; i < medians.length; i++) {
            DurationHistogram service = times.service().get(i);
            if (service.samples() >= LimitSigns.ENOUGH_SAMPLES && mayLearn(i, service)) {
                medians[i] = follow(medians[i], service.nanosAt(MEDIAN), busy);
                fifths[i] = follow(fifths[i], service.nanosAt(FIFTH), busy);
                means[i] = follow(means[i], service.meanNanos(), busy);
            }
        }
    }

    /** What is unusual in one figure shifts the others, so none of them follows. */
    private boolean mayLearn(int component, DurationHistogram service) {
        boolean longer = isLonger(medians[component], service.nanosAt(MEDIAN))
                || isLonger(fifths[component], service.nanosAt(FIFTH))
                || isLonger(means[component], service.meanNanos());
        unusual[component] = longer ? unusual[component] + 1 : 0;
        return unusual[component] == 0 || unusual[component] > LESSONS_OF_AN_HOUR;
    }

    private static boolean isLonger(double usual, double present) {
        return usual > 0 && present >= SLOWER * usual;
    }

    /** Tasks are not faster by chance; slower they are for many reasons. */
    private static double follow(double usual, double present, boolean busy) {
        if (Double.isNaN(usual)) {
            return present;
        }
        return usual + weight(present < usual, busy) * (present - usual);
    }

    private static double weight(boolean shorter, boolean busy) {
        if (shorter) {
            return SHORTER_WEIGHT;
        }
        return busy ? 0 : WEIGHT;
    }

    /**
     * Returns how much longer a component takes now; empty if that is not much, or not known until it was healthy for a
     * while.
     */
    public Optional<Slowdown> slowdown(int component, FlowHistograms times) {
        DurationHistogram service = times.service().get(component);
        return service.samples() < LimitSigns.ENOUGH_SAMPLES
                ? Optional.empty()
                : slowdown(medians[component], SLOWER, service.nanosAt(MEDIAN), Known.FROM_MOST)
                        .or(() ->
                                slowdown(fifths[component], FIFTH_SLOWER, service.nanosAt(FIFTH), Known.FROM_A_FIFTH));
    }

    /**
     * Returns how much longer a component takes now, at least; empty if that is not much, or not known.
     *
     * @param waiting the mean time, at least, by the events that wait in it, in nanoseconds
     */
    public Optional<Slowdown> slowdown(int component, double waiting) {
        return slowdown(means[component], MEAN_SLOWER, waiting, Known.FROM_THOSE_THAT_WAIT);
    }

    /** An unknown usual time is smaller than nothing. */
    private static Optional<Slowdown> slowdown(double usual, double bound, double present, Known known) {
        return usual > 0 && present >= bound * usual
                ? Optional.of(new Slowdown(present / usual, bound, present, known))
                : Optional.empty();
    }
}

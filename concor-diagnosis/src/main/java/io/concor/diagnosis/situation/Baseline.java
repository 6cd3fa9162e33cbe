package io.concor.diagnosis.situation;

import io.concor.statistics.DurationHistogram;
import io.concor.statistics.FlowHistograms;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * How long the tasks of a flow take when nothing limits it: the median of each, the time that a fifth of the messages
 * exceeds, and the mean. Shorter times soon are usual, longer ones slowly, since a system that becomes slower and slower is an
 * outage, too. From a time that is unusual it learns nothing until that has lasted for a day. If one of several remote
 * systems becomes slow, the median stays. If a remote system does not answer at all, no finished task tells; but the mean follows from the events that wait and those
 * that leave (J. Little, A Proof for the Queuing Formula, 1961). For one thread.
 */
public final class Baseline {

    /** Times are learnt from every five seconds at most. */
    static final int LESSONS_OF_A_DAY = 17_280;

    private static final int LESSONS_OF_AN_HOUR = 720;
    /** How many times as long a usual time becomes with a lesson at most: twice as long in an hour. */
    private static final double MOST_GROWTH = Math.pow(2, 1.0 / LESSONS_OF_AN_HOUR);

    private static final double SHORTER_WEIGHT = 0.5;
    private static final double LONGER = 2;
    private static final double NANOS_PER_SECOND = 1e9;

    /** The usual time of each component by each figure, in nanoseconds; not a number if it is unknown. */
    private final double[][] usual;
    /** How many lessons in a row were unusual for each component. */
    private final int[] unusual;

    public Baseline(int components) {
        usual = new double[components][Known.values().length];
        Stream.of(usual).forEach(nanos -> Arrays.fill(nanos, Double.NaN));
        unusual = new int[components];
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
        FROM_MOST(2, service -> service.nanosAt(0.5)),
        /** Busy processors alone may double the time that a fifth exceeds. */
        FROM_A_FIFTH(4, service -> service.nanosAt(0.8)),
        /** Events that pile up raise the mean before one takes longer. */
        FROM_THOSE_THAT_WAIT(5, DurationHistogram::meanNanos);

        private final double slower;
        private final ToDoubleFunction<DurationHistogram> figure;

        Known(double slower, ToDoubleFunction<DurationHistogram> figure) {
            this.slower = slower;
            this.figure = figure;
        }
    }

    /** Takes the times of healthy windows into account. */
    public void learn(Situation situation) {
        learn(situation.times(), situation.host().areBusy());
    }

    /** @param busy whether all processors are busy, so that tasks take longer than usual for a reason of their own */
    void learn(FlowHistograms times, boolean busy) {
        for (int i = 0; i < usual.length; i++) {
            DurationHistogram service = times.service().get(i);
            if (service.samples() >= LimitSigns.ENOUGH_SAMPLES && mayLearn(i, service)) {
                for (Known known : Known.values()) {
                    usual[i][known.ordinal()] =
                            follow(usual[i][known.ordinal()], known.figure.applyAsDouble(service), busy);
                }
            }
        }
    }

    /** What is unusual in one figure shifts the others, so none of them follows. */
    private boolean mayLearn(int component, DurationHistogram service) {
        boolean longer = Stream.of(Known.values())
                .anyMatch(known -> slowdown(component, known, LONGER, known.figure.applyAsDouble(service))
                        .isPresent());
        unusual[component] = longer ? unusual[component] + 1 : 0;
        return unusual[component] == 0 || unusual[component] > LESSONS_OF_A_DAY;
    }

    /** Tasks are not faster by chance; slower they are for many reasons. */
    private static double follow(double usual, double present, boolean busy) {
        if (Double.isNaN(usual)) {
            return present;
        }
        if (present < usual) {
            return usual + SHORTER_WEIGHT * (present - usual);
        }
        return busy ? usual : Math.min(present, MOST_GROWTH * usual);
    }

    /** Whether it is known how long a component usually takes. */
    public boolean isKnown(int component) {
        return usual[component][Known.FROM_MOST.ordinal()] > 0;
    }

    /** Returns how much longer a component takes now, as its finished tasks tell, or else the events that wait in it. */
    public Optional<Slowdown> slowdown(Situation situation, int component) {
        return slowdown(component, situation.times()).or(() -> slowdown(component, waiting(situation, component)));
    }

    /**
     * Returns the mean time in a component by Little's law, in nanoseconds. If few events leave it, that is more than was
     * observed, so it is no longer than the observation.
     */
    private static double waiting(Situation situation, int component) {
        double seconds = situation.recent().stream()
                .mapToDouble(seen -> seen.flow().seconds())
                .sum();
        double inside = situation.averageOf(
                component, seen -> seen.running().average() + seen.pending().average());
        double left = Math.max(situation.traffic().throughput(), 1 / seconds);
        return NANOS_PER_SECOND * Math.min(seconds, inside / left);
    }

    /**
     * Returns how much longer a component takes now; empty if that is not much, or not known until it was healthy for a
     * while.
     */
    public Optional<Slowdown> slowdown(int component, FlowHistograms times) {
        DurationHistogram service = times.service().get(component);
        return service.samples() < LimitSigns.ENOUGH_SAMPLES
                ? Optional.empty()
                : Stream.of(Known.FROM_MOST, Known.FROM_A_FIFTH)
                        .flatMap(known ->
                                slowdown(component, known, known.slower, known.figure.applyAsDouble(service)).stream())
                        .findFirst();
    }

    /**
     * Returns how much longer a component takes now, at least; empty if that is not much, or not known.
     *
     * @param waiting the mean time, at least, by the events that wait in it, in nanoseconds
     */
    public Optional<Slowdown> slowdown(int component, double waiting) {
        return slowdown(component, Known.FROM_THOSE_THAT_WAIT, Known.FROM_THOSE_THAT_WAIT.slower, waiting);
    }

    /** An unknown usual time is smaller than nothing. */
    private Optional<Slowdown> slowdown(int component, Known known, double bound, double present) {
        double before = usual[component][known.ordinal()];
        return before > 0 && present >= bound * before
                ? Optional.of(new Slowdown(present / before, bound, present, known))
                : Optional.empty();
    }
}

package io.concor.diagnosis.forecast;

import io.concor.diagnosis.signal.ArrivalPattern.ArrivalCount;
import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.simulation.Load;
import io.concor.diagnosis.simulation.Load.Bursts;
import io.concor.diagnosis.simulation.Load.Bursts.Interval;
import io.concor.diagnosis.situation.Situation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Bursts as they were measured in the last seconds. Each second counts with about the same rate: one that has risen or fallen
 * since is no burst.
 */
final class MeasuredBursts {

    /** With a higher one, events arrive in bursts. Less may be chance. */
    static final double LEAST_DISPERSION = 2;

    /** Of bursts that are a second apart, one second may contain two and the next one none. */
    private static final double MOST_SCALED = 2;

    private MeasuredBursts() {}

    /** Returns the bursts at a rate per second; empty if events do not arrive in bursts, or that is not known. */
    static Optional<Load> of(Situation situation, double perSecond) {
        double average = situation.average(seen -> perNano(seen.flow()));
        if (situation.traffic().dispersion() <= LEAST_DISPERSION || average <= 0) {
            return Optional.empty();
        }
        Bursts measured = new Bursts(situation.recent().stream()
                .flatMap(seen -> intervals(seen.flow(), average))
                .toList());
        return Optional.of(measured.at(perSecond));
    }

    private static Stream<Interval> intervals(FlowWindow window, double average) {
        double wanted = average / Math.max(perNano(window), average / MOST_SCALED);
        double factor = Math.max(1 / MOST_SCALED, wanted);
        return window.arrivals().counts().stream().map(count -> new Interval(count.nanos(), factor * count.events()));
    }

    /** Returns the rate of a window in events per nanosecond; 0 if nothing was counted. */
    private static double perNano(FlowWindow window) {
        List<ArrivalCount> counts = window.arrivals().counts();
        long nanos = counts.stream().mapToLong(ArrivalCount::nanos).sum();
        return counts.stream().mapToDouble(ArrivalCount::events).sum() / Math.max(1, nanos);
    }
}

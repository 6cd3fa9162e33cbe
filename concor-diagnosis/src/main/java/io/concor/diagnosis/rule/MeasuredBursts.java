package io.concor.diagnosis.rule;

import io.concor.diagnosis.signal.ArrivalPattern.ArrivalCount;
import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.simulation.Load;
import io.concor.diagnosis.simulation.Load.Bursts;
import io.concor.diagnosis.simulation.Load.Bursts.Interval;
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
        List<FlowWindow> windows = situation.recent().stream()
                .map(seen -> seen.flow())
                .filter(window -> events(window) > 0)
                .toList();
        if (situation.dispersion() <= LEAST_DISPERSION || windows.isEmpty()) {
            return Optional.empty();
        }
        Bursts measured = new Bursts(situation.recent().stream()
                .flatMap(seen -> intervals(seen.flow(), averageRate(windows)))
                .toList());
        double factor = perSecond / measured.perSecond();
        return Optional.of(new Bursts(measured.intervals().stream()
                .map(interval -> new Interval(interval.nanos(), factor * interval.events()))
                .toList()));
    }

    private static double averageRate(List<FlowWindow> windows) {
        return windows.stream()
                .mapToDouble(window -> events(window) / nanos(window))
                .average()
                .orElse(0);
    }

    private static Stream<Interval> intervals(FlowWindow window, double average) {
        double wanted = events(window) == 0 ? 1 : average / (events(window) / nanos(window));
        double factor = Math.min(MOST_SCALED, Math.max(1 / MOST_SCALED, wanted));
        return window.arrivals().counts().stream().map(count -> new Interval(count.nanos(), factor * count.events()));
    }

    private static double events(FlowWindow window) {
        return window.arrivals().counts().stream()
                .mapToLong(ArrivalCount::events)
                .sum();
    }

    private static double nanos(FlowWindow window) {
        return window.arrivals().counts().stream()
                .mapToLong(ArrivalCount::nanos)
                .sum();
    }
}

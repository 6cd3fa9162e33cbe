package io.concor.experiments.report;

import io.concor.experiments.testbed.SampleVariant;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.SecondStatistics;
import io.concor.simulator.result.Chart;
import io.concor.simulator.result.Series;
import io.concor.simulator.result.Series.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Creates the plots of the page. */
public final class Plots {

    private static final int AROUND_SECONDS = 5;
    private static final String DUE = "#2e9e4f";

    private Plots() {}

    /** Returns a plot of the first attempts of all variants: the rate, and the requests completed. */
    public static String ramps(Function<SampleVariant, SimulatorResult> ramps) {
        List<SecondStatistics> longest = Arrays.stream(SampleVariant.values())
                .map(variant -> due(ramps.apply(variant)))
                .max(Comparator.comparing(List::size))
                .orElseThrow();
        List<Series> lines = new ArrayList<>(List.of(line("due", DUE, longest, SecondStatistics::rate)));
        for (SampleVariant variant : SampleVariant.values()) {
            lines.add(line(variant.title(), variant.colour(), due(ramps.apply(variant)), SecondStatistics::completed));
        }
        return new Chart(
                        "Completed in the first attempts",
                        "requests per second",
                        Chart.Scale.LINEAR,
                        0,
                        longest.size(),
                        lines,
                        List.of())
                .picture();
    }

    private static List<SecondStatistics> due(SimulatorResult result) {
        return result.account().seconds().stream()
                .filter(second -> second.rate() > 0)
                .toList();
    }

    private static Series line(
            String name, String colour, List<SecondStatistics> seconds, ToDoubleFunction<SecondStatistics> figure) {
        return new Series(
                name,
                colour,
                seconds.stream()
                        .map(second -> new Point(second.second() + 0.5, figure.applyAsDouble(second)))
                        .toList());
    }

    /**
     * Returns a plot of the requests completed per 10 ms around a change, and at the same time in a run without a
     * change.
     */
    public static String change(SimulatorResult changed, SimulatorResult unchanged, SentControlRequest mark) {
        int from = (int) mark.atSeconds() - 1;
        int to = from + 1 + AROUND_SECONDS;
        return new Chart(
                        "Completed around the change",
                        "requests per 10 ms",
                        Chart.Scale.LINEAR,
                        from,
                        to,
                        List.of(
                                completed("without a change", "#999999", unchanged, from, to),
                                completed("with the change", "#1f6fb4", changed, from, to)),
                        List.of(new Chart.Marker(mark.atSeconds(), "1", mark.request())))
                .picture();
    }

    private static Series completed(String name, String colour, SimulatorResult result, int from, int to) {
        return Series.perWindow(name, colour, result.account().completedWindows(), from, to);
    }
}

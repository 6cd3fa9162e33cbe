package io.concor.simulator.result;

import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.SecondStatistics;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The charts of a run, up to the end of the load: in the seconds after it, the figures would seem to fall. */
final class RunCharts {

    private static final double MICROS_PER_MILLI = 1000;

    /** Defined in the style of the page for light and dark mode. */
    private static final String BLUE = "var(--blue)";

    private static final String ORANGE = "var(--orange)";
    private static final String GREY = "var(--grey)";
    private static final String RED = "var(--red)";

    private final LoadStatistics statistics;
    private final List<SecondStatistics> seconds;
    private final List<Chart.Marker> markers;

    RunCharts(LoadStatistics statistics, List<Chart.Marker> markers) {
        this.statistics = statistics;
        this.seconds = underLoad(statistics.seconds());
        this.markers = markers;
    }

    private static List<SecondStatistics> underLoad(List<SecondStatistics> seconds) {
        int end = seconds.size();
        while (end > 0 && seconds.get(end - 1).rate() == 0) {
            end--;
        }
        return seconds.subList(0, end);
    }

    /** Returns the charts of the whole run. */
    String whole() {
        return throughput() + latency() + backlog();
    }

    private String throughput() {
        return chart(
                "Throughput",
                "requests per second",
                Chart.Scale.LINEAR,
                line("due", GREY, second -> true, SecondStatistics::rate),
                line("issued", ORANGE, second -> true, SecondStatistics::issued),
                line("completed", BLUE, second -> true, SecondStatistics::completed));
    }

    private String latency() {
        Predicate<SecondStatistics> completed = second -> second.completed() > 0;
        return chart(
                "Latency of the requests completed in a second",
                "ms",
                Chart.Scale.LOGARITHMIC,
                line("p50", BLUE, completed, second -> second.latencies().p50Micros() / MICROS_PER_MILLI),
                line("p99", ORANGE, completed, second -> second.latencies().p99Micros() / MICROS_PER_MILLI),
                line("max", RED, completed, second -> second.latencies().maxMicros() / MICROS_PER_MILLI),
                line(
                        "lateness of the simulator, max",
                        GREY,
                        second -> second.issued() > 0,
                        second -> second.lateness().maxMicros() / MICROS_PER_MILLI));
    }

    private String backlog() {
        return chart(
                "Requests in flight at the end of a second, failed and not sent",
                "requests",
                Chart.Scale.LINEAR,
                line("in flight", BLUE, second -> true, SecondStatistics::inFlight),
                line("failed", RED, second -> true, SecondStatistics::failed),
                line("not sent", ORANGE, second -> true, SecondStatistics::notSent));
    }

    private String chart(String title, String unit, Chart.Scale scale, Series... series) {
        return figure(new Chart(title, unit, scale, 0, Math.max(1, seconds.size()), List.of(series), markers));
    }

    private static String figure(Chart chart) {
        return "<div class=\"chart\">" + chart.svg() + "</div>\n";
    }

    /** Returns a line through the middle of the measured seconds. */
    private Series line(
            String name,
            String colour,
            Predicate<SecondStatistics> measured,
            ToDoubleFunction<SecondStatistics> value) {
        List<Series.Point> points = seconds.stream()
                .filter(measured)
                .map(second -> new Series.Point(second.second() + 0.5, value.applyAsDouble(second)))
                .toList();
        return new Series(name, colour, points.size() == 1 ? acrossSecond(points.get(0)) : points);
    }

    /** Returns a line across the whole second, because a single point is not visible. */
    private static List<Series.Point> acrossSecond(Series.Point middle) {
        return List.of(new Series.Point(middle.x() - 0.5, middle.y()), new Series.Point(middle.x() + 0.5, middle.y()));
    }

    /** Returns a chart of the windows of 10 ms in a part of the run. */
    String part(double fromSeconds, double toSeconds) {
        return figure(new Chart(
                "Throughput",
                "requests per 10 ms",
                Chart.Scale.LINEAR,
                fromSeconds,
                toSeconds,
                List.of(
                        perWindow("issued", ORANGE, statistics.issuedWindows(), fromSeconds, toSeconds),
                        perWindow("completed", BLUE, statistics.completedWindows(), fromSeconds, toSeconds)),
                markers));
    }

    private Series perWindow(String name, String colour, int[] counts, double fromSeconds, double toSeconds) {
        int end = Math.min(counts.length, seconds.size() * LoadStatistics.WINDOWS_PER_SECOND);
        return Series.perWindow(name, colour, Arrays.copyOf(counts, end), fromSeconds, toSeconds);
    }
}

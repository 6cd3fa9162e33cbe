package io.concor.simulator.result;

import io.concor.simulator.load.LoadStatistics;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A line of a chart.
 *
 * @param name name in the legend
 * @param colour CSS colour
 * @param points points from left to right
 */
public record Series(String name, String colour, List<Point> points) {

    /** A point: time in seconds, and value. */
    public record Point(double x, double y) {}

    /**
     * Returns a line of counts per window of 10 ms, with a point in the middle of each window.
     *
     * @param name name in the legend
     * @param colour CSS colour
     * @param counts counts from the start of the run
     * @param fromSeconds beginning of the line
     * @param toSeconds end of the line, unless the run ended earlier
     */
    public static Series perWindow(String name, String colour, int[] counts, double fromSeconds, double toSeconds) {
        List<Point> points = IntStream.range(window(fromSeconds), window(toSeconds))
                .filter(window -> window < counts.length)
                .mapToObj(window -> new Point((window + 0.5) / LoadStatistics.WINDOWS_PER_SECOND, counts[window]))
                .toList();
        return new Series(name, colour, points);
    }

    private static int window(double seconds) {
        return (int) (seconds * LoadStatistics.WINDOWS_PER_SECOND);
    }
}

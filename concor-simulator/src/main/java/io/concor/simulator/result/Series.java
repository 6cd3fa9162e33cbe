package io.concor.simulator.result;

import io.concor.simulator.load.LoadStatistics;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One line of a chart.
 *
 * @param name in the legend
 * @param colour CSS
 * @param points from left to right
 */
public record Series(String name, String colour, List<Point> points) {

    /** A point of a line: where it is from left to right, and its value. */
    public record Point(double x, double y) {}

    /**
     * Counts per window, each in the middle of its window.
     *
     * @param counts of a whole run, from its start
     * @param fromSeconds where the line begins
     * @param toSeconds where it ends; before that where the run has ended
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

package io.concor.simulator.result;

import java.util.List;

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
}

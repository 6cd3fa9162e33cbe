package io.concor.simulator.result;

import java.util.List;

/**
 * One line of a chart.
 *
 * @param name in the legend
 * @param colour CSS
 * @param points from left to right
 */
record Series(String name, String colour, List<Point> points) {

    /** A point of a line. */
    record Point(double x, double y) {}
}

package io.concor.diagnosis.simulation;

/**
 * The average of a value over time, such as the number of busy threads: the area below its curve, divided by the time
 * (Law, Simulation Modeling and Analysis, section 1.4).
 */
final class TimeAverage {

    private final SimulationClock clock;
    private double value;
    private double area;
    private double start;
    private double since;

    TimeAverage(SimulationClock clock) {
        this.clock = clock;
        restart();
    }

    void add(double change) {
        set(value + change);
    }

    void set(double next) {
        area = area();
        since = clock.nanos();
        value = next;
    }

    /** Sets the value to 1 if a condition holds, to 0 otherwise. The average is the share of the time in which it holds. */
    void set(boolean holds) {
        set(holds ? 1 : 0);
    }

    private double area() {
        return area + value * (clock.nanos() - since);
    }

    void restart() {
        area = 0;
        start = clock.nanos();
        since = start;
    }

    /** Returns the average since the last restart; 0 if no time has passed. */
    double mean() {
        double elapsed = clock.nanos() - start;
        return elapsed > 0 ? area() / elapsed : 0;
    }
}

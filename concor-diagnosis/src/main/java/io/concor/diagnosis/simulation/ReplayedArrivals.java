package io.concor.diagnosis.simulation;

import io.concor.diagnosis.simulation.Load.Bursts;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Arrivals as they were measured, again and again: as many in each interval, at random times within it. Bursts that follow a
 * clock or each other have no distribution that a few figures describe, so they are not drawn from one (trace-driven
 * simulation; Law, Simulation Modeling and Analysis, section 6.1).
 */
final class ReplayedArrivals extends OpenArrivals {

    private final List<Bursts.Interval> intervals;
    private final SplittableRandom random;

    /** The present interval. */
    private int index;
    /** How many events were due before it, since the begin of the first round. */
    private double events;
    /** When it began, since then. */
    private double nanos;
    /** How many events have arrived. */
    private long number;
    /** When the last of them did. */
    private double last;

    ReplayedArrivals(Bursts bursts, SplittableRandom random, Scheduler scheduler) {
        super(scheduler);
        this.intervals = bursts.intervals();
        this.random = random;
    }

    /** The n-th event comes when n of them, and a random part of one, are due. */
    @Override
    double untilNext() {
        double due = number++ + random.nextDouble();
        while (events + interval().events() <= due) {
            events += interval().events();
            nanos += interval().nanos();
            index = (index + 1) % intervals.size();
        }
        double time = nanos + (due - events) / interval().events() * interval().nanos();
        double wait = time - last;
        last = time;
        return wait;
    }

    private Bursts.Interval interval() {
        return intervals.get(index);
    }
}

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

    /** Times are rounded: an event of the present moment must not count as a past one. */
    private static final double ROUNDED_NANOS = 1;

    private final List<Bursts.Interval> intervals;
    private final SplittableRandom random;
    private final Scheduler scheduler;

    /** The present interval. */
    private int index;
    /** How many events were due before it, since the begin of the first round. */
    private double events;
    /** When it began, since then. */
    private double nanos;
    /** How many events have arrived. */
    private long number;

    ReplayedArrivals(Bursts bursts, SplittableRandom random, Scheduler scheduler) {
        super(scheduler);
        this.intervals = bursts.intervals();
        this.random = random;
        this.scheduler = scheduler;
    }

    /** Events that were due during a pause are lost, so bursts keep their times. */
    @Override
    double untilNext() {
        double now = scheduler.nanos();
        double next = next();
        while (next < now - ROUNDED_NANOS) {
            next = next();
        }
        return Math.max(0, next - now);
    }

    /** The n-th event comes when n of them, and a random part of one, are due. */
    private double next() {
        double due = number++ + random.nextDouble();
        while (events + interval().events() <= due) {
            events += interval().events();
            nanos += interval().nanos();
            index = (index + 1) % intervals.size();
        }
        return nanos + (due - events) / interval().events() * interval().nanos();
    }

    private Bursts.Interval interval() {
        return intervals.get(index);
    }
}

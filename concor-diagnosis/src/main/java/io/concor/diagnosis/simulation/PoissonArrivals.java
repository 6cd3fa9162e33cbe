package io.concor.diagnosis.simulation;

import java.util.SplittableRandom;

/**
 * Arrivals of many independent senders: the times between them are exponential. An event that finds a long queue is lost.
 * That is simulated by a pause while the queue is that long. Because these times have no memory, the arrival after the
 * pause has the same distribution as that after an event that is lost (Kleinrock, Queueing Systems, Vol. 1, section 2.4),
 * and even the highest rate costs no time.
 */
final class PoissonArrivals implements Arrivals {

    private static final int LONGEST_QUEUE = 4096;
    /** About a day. After longer times, a double would no longer resolve the microseconds of a latency. */
    private static final double LONGEST_MEAN_NANOS = 1e14;

    private final double meanNanos;
    private final SplittableRandom random;
    private final Scheduler scheduler;
    /** Proceeds at each arrival, and never ends. */
    private final SimulatedEvent source = new SimulatedEvent();

    private int waiting;

    PoissonArrivals(double perSecond, SplittableRandom random, Scheduler scheduler) {
        this.meanNanos = perSecond > 0 ? Math.min(1e9 / perSecond, LONGEST_MEAN_NANOS) : Double.POSITIVE_INFINITY;
        this.random = random;
        this.scheduler = scheduler;
    }

    /**
     * Schedules the first arrival.
     *
     * @param step the step that each arrival runs
     */
    void start(int step) {
        source.step = step;
        scheduleNext();
    }

    private void scheduleNext() {
        scheduler.delay(source, meanNanos * random.nextExponential());
    }

    /** An event arrives. */
    void arrive() {
        source.step--;
        waiting++;
        if (waiting < LONGEST_QUEUE) {
            scheduleNext();
        }
    }

    @Override
    public boolean isWaiting() {
        return waiting > 0;
    }

    @Override
    public void take() {
        if (waiting == LONGEST_QUEUE) {
            scheduleNext();
        }
        waiting--;
    }
}

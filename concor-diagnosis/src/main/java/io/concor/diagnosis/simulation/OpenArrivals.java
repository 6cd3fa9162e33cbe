package io.concor.diagnosis.simulation;

/**
 * Events that arrive whether the flow admits them or not. One that finds a long queue is lost. That is simulated by a pause
 * while the queue is that long, so even the highest rate costs no time.
 */
abstract class OpenArrivals implements Arrivals {

    private static final int LONGEST_QUEUE = 4096;

    private final Scheduler scheduler;
    /** Proceeds at each arrival, and never ends. */
    private final SimulatedEvent source = new SimulatedEvent();

    private int waiting;

    OpenArrivals(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Returns the time from an arrival to the next one, in nanoseconds; infinite if none comes. */
    abstract double untilNext();

    /**
     * Schedules the first arrival.
     *
     * @param step the step that each arrival runs
     */
    final void start(int step) {
        source.step = step;
        scheduleNext();
    }

    private void scheduleNext() {
        scheduler.delay(source, untilNext());
    }

    /** An event arrives. */
    final void arrive() {
        source.step--;
        waiting++;
        if (waiting < LONGEST_QUEUE) {
            scheduleNext();
        }
    }

    @Override
    public final boolean isWaiting() {
        return waiting > 0;
    }

    @Override
    public final void take() {
        if (waiting == LONGEST_QUEUE) {
            scheduleNext();
        }
        waiting--;
    }
}

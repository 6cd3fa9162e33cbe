package io.concor.diagnosis.simulation;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Decides when enough is known. The first window is warm-up: its events find a flow that is emptier than later. If the
 * next one is not precise, it becomes warm-up, too, and one of twice the size follows.
 */
final class Measurement {

    private static final int SMALLEST_WARM_UP = 4_000;
    private static final int SMALLEST_WINDOW = 20_000;
    private static final int LARGEST_WINDOW = 160_000;
    private static final double PRECISE = 0.03;
    /** Bounds the work, so that the result depends on the model and not on the machine. */
    private static final long MOST_STEPS = 8_000_000;
    /** Bounds the time where that work takes longer: a prediction is two simulations and answers within a second. */
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(450);
    /** From then on, a window with some events has to do. */
    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private static final int SOME_EVENTS = 1_000;
    /** How often the time is looked at: a power of two. */
    private static final long STEPS_PER_LOOK = 4_096;

    private final Admission admission;
    private final SimulationClock clock;
    private final LongSupplier nanoTime;
    private final long start;
    private MeasurementWindow window = new MeasurementWindow(0);
    /** How many events the window needs; 0 during warm-up. */
    private int size;

    private long steps;
    private boolean late;

    /** @param nanoTime the time that the simulation itself takes, such as {@link System#nanoTime} */
    Measurement(Admission admission, SimulationClock clock, LongSupplier nanoTime) {
        this.admission = admission;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    void recordEnd(SimulatedEvent event) {
        window.record(clock.nanos() - event.admittedNanos);
    }

    void countStep() {
        steps++;
        if ((steps & (STEPS_PER_LOOK - 1)) == 0) {
            long elapsed = elapsed();
            late = elapsed >= MOST_NANOS || elapsed >= LONG_NANOS && !isWarmUp() && window.count() >= SOME_EVENTS;
        }
    }

    private long elapsed() {
        return nanoTime.getAsLong() - start;
    }

    boolean isWithinLimits() {
        return steps < MOST_STEPS && !late;
    }

    /**
     * Whether more events have to end. Asked before the time advances: a window contains all events that end at one
     * moment or none, so that events that end in waves count correctly.
     */
    boolean needsMore() {
        boolean complete = window.count() >= enough() && !startNext();
        return !complete && isWithinLimits();
    }

    private int enough() {
        return isWarmUp() ? eventsPerEventInside(4, SMALLEST_WARM_UP) : size;
    }

    private boolean isWarmUp() {
        return size == 0;
    }

    /** Returns a number of events that lets those inside now be replaced several times. */
    private int eventsPerEventInside(int times, int least) {
        return (int) Math.max(least, Math.min((long) times * admission.inside(), LARGEST_WINDOW));
    }

    private boolean startNext() {
        boolean starts = isWarmUp() || (mayGrow() && window.relativeError() > PRECISE);
        if (starts) {
            size = isWarmUp() ? eventsPerEventInside(16, SMALLEST_WINDOW) : 2 * size;
            window = new MeasurementWindow(clock.nanos());
            clock.restartAverages();
        }
        return starts;
    }

    /** The next window takes about as many steps, and as long, as all before. It replaces the complete one. */
    private boolean mayGrow() {
        return size < LARGEST_WINDOW && 2 * steps < MOST_STEPS && 2 * elapsed() < LONG_NANOS;
    }

    MeasurementWindow window() {
        return window;
    }
}

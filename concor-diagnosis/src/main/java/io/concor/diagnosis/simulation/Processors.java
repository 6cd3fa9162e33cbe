package io.concor.diagnosis.simulation;

import org.jspecify.annotations.Nullable;

/**
 * Shares the processors equally among all threads that compute, and gives none more than one: processor sharing
 * (Kleinrock, Queueing Systems, Vol. 2, section 4.4), which is what the time slices of a scheduler come to.
 *
 * <p>All bursts progress at the same speed. So it suffices to know how much work a burst that never ends would have done:
 * a new burst ends when this amount has grown by its own work. When bursts begin or end, the speed changes, but not the
 * order in which the others end.
 */
final class Processors {

    private final double number;
    private final SimulationClock clock;
    private final EventHeap bursts = new EventHeap();
    private final TimeAverage used;
    private double workNanos;
    private double since;

    Processors(double number, SimulationClock clock) {
        this.number = number;
        this.clock = clock;
        this.used = clock.average();
    }

    /** Begins a burst of a thread. */
    void begin(SimulatedEvent event, double nanos) {
        progress();
        bursts.add(workNanos + nanos, event);
        showUse();
    }

    private void progress() {
        workNanos = bursts.isEmpty() ? 0 : workNanos + speed() * (clock.nanos() - since);
        since = clock.nanos();
    }

    /** Returns the work that each burst does in a nanosecond. */
    private double speed() {
        return Math.min(1, number / bursts.size());
    }

    private void showUse() {
        used.set(Math.min(number, bursts.size()) / number);
    }

    /** Returns when the next burst ends; infinity if none does. */
    double nextEnd() {
        return bursts.isEmpty() ? Double.POSITIVE_INFINITY : since + (bursts.firstKey() - workNanos) / speed();
    }

    /** Ends the burst that ends now. */
    @Nullable
    SimulatedEvent end() {
        progress();
        workNanos = bursts.firstKey();
        SimulatedEvent event = bursts.poll();
        showUse();
        return event;
    }

    double usedShare() {
        return used.mean();
    }
}

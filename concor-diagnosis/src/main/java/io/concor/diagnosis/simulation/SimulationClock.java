package io.concor.diagnosis.simulation;

import java.util.ArrayList;
import java.util.List;

/** The simulated time, and the averages over it. */
final class SimulationClock {

    private final List<TimeAverage> averages = new ArrayList<>();
    private double nanos;

    double nanos() {
        return nanos;
    }

    /** Advances the time. It never goes back, also if a rounded time lies before it. */
    void advanceTo(double next) {
        nanos = Math.max(nanos, next);
    }

    /** Returns the average of a value that is 0 now. */
    TimeAverage average() {
        TimeAverage average = new TimeAverage(this);
        averages.add(average);
        return average;
    }

    /** Lets all averages begin now. */
    void restartAverages() {
        averages.forEach(TimeAverage::restart);
    }
}

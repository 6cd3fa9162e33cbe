package io.concor.experiments.batch;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A phase of a day.
 *
 * @param name its name
 * @param rate records per second, evenly spaced
 * @param length how long it is
 */
record DayPhase(String name, int rate, Duration length) {

    /** Returns the number of records. */
    int records() {
        return Math.toIntExact(rate * length.toMillis() / TimeUnit.SECONDS.toMillis(1));
    }
}

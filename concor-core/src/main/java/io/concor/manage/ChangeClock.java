package io.concor.manage;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time of history entries and trials. */
interface ChangeClock {

    ChangeClock SYSTEM = new ChangeClock() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public Instant now() {
            return Instant.now().truncatedTo(ChronoUnit.MILLIS);
        }
    };

    /** Returns a time for measuring durations; setting the machine's clock does not affect it. */
    long nanos();

    Instant now();
}

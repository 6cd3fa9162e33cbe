package io.concor.manage;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time by which changes are entered in the history, and trials end. */
interface ChangeClock {

    /** That of the machine. */
    ChangeClock SYSTEM = new ChangeClock() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public Instant now() {
            return Instant.now().truncatedTo(ChronoUnit.MILLIS); // more is noise to people
        }
    };

    /** For distances; not set back when somebody sets the machine's time. */
    long nanos();

    /** For people. */
    Instant now();
}

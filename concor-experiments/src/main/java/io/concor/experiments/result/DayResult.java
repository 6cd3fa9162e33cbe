package io.concor.experiments.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A day's load of the billing under several presets.
 *
 * @param databaseVersion name and version of the server
 * @param commit the measured commit
 * @param ended end of the measurement
 * @param machine facts about the machine
 * @param delayMicros what each round trip to the database takes longer
 * @param killed whether the database was killed at the peak
 * @param runs one for each preset
 */
public record DayResult(
        String databaseVersion,
        String commit,
        Instant ended,
        Map<String, String> machine,
        long delayMicros,
        boolean killed,
        List<DayRun> runs) {

    /** Returns the name of the file. */
    public static String name(boolean killed) {
        return killed ? "day-kill" : "day";
    }
}

package io.concor.experiments.result;

import io.concor.experiments.testbed.Database;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of experiment 2 at one rate.
 *
 * @param database database of the application
 * @param rate requests per second
 * @param databaseVersion name and version of the server
 * @param ended end of the experiment
 * @param machine facts about the machine
 * @param completedBy what completed a request
 * @param slot slot to which the join was added
 * @param changed intervals from the changes, two for each attempt
 * @param unchanged intervals from the same times of the runs without a change
 * @param noise all intervals of the runs without a change, after the dry runs
 * @param commit the measured commit; null in results that do not contain it
 */
public record SwitchingResult(
        Database database,
        int rate,
        String databaseVersion,
        Instant ended,
        Map<String, String> machine,
        String completedBy,
        String slot,
        ThroughputIntervals changed,
        ThroughputIntervals unchanged,
        ThroughputIntervals noise,
        @Nullable String commit) {

    /** Returns the name of the file with all rates. */
    public static String name(Database database) {
        return "switching-" + database;
    }

    /** Returns the name of plots and logs of a rate. */
    public static String name(Database database, int rate) {
        return name(database) + "-" + rate;
    }
}

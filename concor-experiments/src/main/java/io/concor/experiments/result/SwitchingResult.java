package io.concor.experiments.result;

import io.concor.experiments.testbed.Database;
import java.time.Instant;
import java.util.Map;

/**
 * Experiment 2 at one rate.
 *
 * @param database on which
 * @param rate requests per second
 * @param databaseVersion name and version of the database's server
 * @param ended when
 * @param machine what it ran on
 * @param completedBy what completed a request
 * @param slot which slot was filled and emptied
 * @param changed the moments of change, two for each attempt
 * @param unchanged the same moments of the runs without a change
 * @param noise these runs from the calls on that only rehearse a change
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
        ThroughputIntervals noise) {

    /** By which the file of all rates is called. */
    public static String name(Database database) {
        return "switching-" + database;
    }

    /** By which plots and logs of a rate are called. */
    public static String name(Database database, int rate) {
        return name(database) + "-" + rate;
    }
}

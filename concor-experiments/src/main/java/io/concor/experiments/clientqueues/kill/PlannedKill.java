package io.concor.experiments.clientqueues.kill;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that is to be killed.
 *
 * @param after the time since the begin of the load
 * @param target number of the server, from 0; or {@link #DATABASE}
 */
record PlannedKill(Duration after, int target) {

    /** The target that is the database. */
    static final int DATABASE = -1;

    /**
     * Returns what is killed during a load: the servers in turn, and the database once, in the middle and between two of them.
     *
     * @param load the duration of the load, at least twice the time between kills
     * @param every the time between two servers
     */
    static List<PlannedKill> plan(Duration load, Duration every, int servers) {
        int kills = Math.toIntExact((load.toMillis() - 1) / every.toMillis());
        List<PlannedKill> plan = new ArrayList<>();
        for (int kill = 1; kill <= kills; kill++) {
            plan.add(new PlannedKill(every.multipliedBy(kill), (kill - 1) % servers));
            if (kill == (kills + 1) / 2) {
                plan.add(new PlannedKill(every.multipliedBy(kill).plus(every.dividedBy(2)), DATABASE));
            }
        }
        return plan;
    }
}

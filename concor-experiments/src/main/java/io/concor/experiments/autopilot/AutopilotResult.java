package io.concor.experiments.autopilot;

import java.util.List;

/**
 * How well the autopilot has done.
 *
 * @param shape the flow
 * @param start the layout from which it began
 * @param best events per second with the best layout that the search found
 * @param bestLayout that layout
 * @param atFirst events per second with the first layout
 * @param reached events per second at the end
 * @param seconds after how many seconds 95 % of the best was reached for ten seconds; negative if never
 * @param layout the layout at the end
 * @param decisions what the autopilot decided, the oldest first
 */
record AutopilotResult(
        String shape,
        String start,
        double best,
        String bestLayout,
        double atFirst,
        double reached,
        int seconds,
        String layout,
        List<String> decisions) {

    /** Returns the share of the best that was reached. */
    double share() {
        return reached / best;
    }
}

package io.concor.simulator.result;

import io.concor.simulator.load.BreakingPoint;
import org.jspecify.annotations.Nullable;

/** How a run ended. */
public enum RunEnding {
    /** Nothing was due any more. */
    FINISHED,
    /** The breaking point was found. */
    BROKEN,
    /** By Ctrl-C or another signal to the process. */
    INTERRUPTED;

    /** The ending of a run. */
    public static RunEnding of(boolean interrupted, @Nullable BreakingPoint found) {
        if (found != null) {
            return BROKEN;
        }
        return interrupted ? INTERRUPTED : FINISHED;
    }
}

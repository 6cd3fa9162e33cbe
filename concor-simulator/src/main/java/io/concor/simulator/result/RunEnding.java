package io.concor.simulator.result;

import io.concor.simulator.load.BreakingPoint;
import org.jspecify.annotations.Nullable;

/** Why a run ended. */
public enum RunEnding {
    /** The profile ended. */
    FINISHED,
    /** The breaking point was found. */
    BROKEN,
    /** The process received a signal, for example from Ctrl-C. */
    INTERRUPTED;

    /** Returns the reason why a run ended. */
    public static RunEnding of(boolean interrupted, @Nullable BreakingPoint breakingPoint) {
        if (breakingPoint != null) {
            return BROKEN;
        }
        return interrupted ? INTERRUPTED : FINISHED;
    }
}

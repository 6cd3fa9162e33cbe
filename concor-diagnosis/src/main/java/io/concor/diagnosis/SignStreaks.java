package io.concor.diagnosis;

import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.List;

/** For how many seconds in a row the signs of a limit were as they are. For one thread. */
final class SignStreaks {

    /** How many seconds the sampled times cover. */
    static final int SECONDS_OF_TIMES = 10;

    /** How often sampled times are compared while nothing limits the flow, as to read them takes long. */
    private static final int WINDOWS_PER_COMPARISON = 5;

    private int quiet;
    private int latencyAlone;
    private int withoutSigns;

    /**
     * Takes a second into account.
     *
     * @param signs the signs of a limit
     * @param whole all windows
     */
    void add(List<Evidence> signs, Situation whole) {
        quiet = LimitSigns.isQuiet(whole) ? quiet + 1 : 0;
        latencyAlone = !signs.isEmpty() && LimitSigns.areLatencyAlone(signs) ? latencyAlone + 1 : 0;
        withoutSigns = signs.isEmpty() ? withoutSigns + 1 : 0;
    }

    /** Returns the windows since the last one with a sign. */
    int quietWindows() {
        return quiet;
    }

    /** Whether no window that is remembered has a sign. */
    boolean areOver() {
        return quiet >= Observation.KEPT;
    }

    /**
     * Whether signs are those of a load that has ended. The latency is that of ten seconds: what exceeds the goal for longer
     * without other signs in between is no remainder of these.
     */
    boolean areOfEndedLoad(Situation whole) {
        return latencyAlone <= SECONDS_OF_TIMES && LimitSigns.haveEnded(whole);
    }

    /** Whether sampled times are to be compared, as they are every five seconds without signs. */
    boolean isComparisonDue() {
        if (withoutSigns < WINDOWS_PER_COMPARISON) {
            return false;
        }
        withoutSigns = 0;
        return true;
    }

    void forget() {
        quiet = 0;
        latencyAlone = 0;
        withoutSigns = 0;
    }
}

package io.concor.simulator.load;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Detects the breaking point. A fluctuation begins with a second that is not stable and ends after enough consecutive
 * stable seconds. If it lasts too long, the service is broken, and the breaking point is the highest rate before the
 * fluctuation that is below the rate at its beginning. Not thread-safe.
 */
public final class BreakingPointDetector {

    private final StabilityCriteria criteria;
    private final List<SecondStatistics> seconds = new ArrayList<>();
    private double minBacklogSeconds = Double.MAX_VALUE;
    private int fluctuationStart = -1;
    private int consecutiveStable;
    private @Nullable BreakingPoint breakingPoint;

    /**
     * Creates a detector.
     *
     * @param criteria when a second is stable, and how long a fluctuation may last
     */
    public BreakingPointDetector(StabilityCriteria criteria) {
        this.criteria = criteria;
    }

    /** Returns the breaking point, or null if the service has not broken. */
    public @Nullable BreakingPoint breakingPoint() {
        return breakingPoint;
    }

    /**
     * Evaluates the next second. Seconds in which no requests are due are ignored.
     *
     * @return whether the service has not broken
     */
    public boolean observe(SecondStatistics second) {
        if (second.rate() > 0 && breakingPoint == null) {
            seconds.add(second);
            updateFluctuation(isStable(second));
        }
        return breakingPoint == null;
    }

    /** The minimum backlog of seconds without errors is the latency of the service, not a backlog. */
    private boolean isStable(SecondStatistics second) {
        if (!criteria.isWithinTolerance(second)) {
            return false;
        }
        minBacklogSeconds = Math.min(minBacklogSeconds, StabilityCriteria.backlogSeconds(second));
        return criteria.isBacklogWithinLimit(second, minBacklogSeconds);
    }

    private void updateFluctuation(boolean stable) {
        consecutiveStable = stable ? consecutiveStable + 1 : 0;
        if (consecutiveStable >= criteria.calmSeconds()) {
            fluctuationStart = -1;
        } else if (!stable && fluctuationStart < 0) {
            fluctuationStart = seconds.size() - 1;
        }
        if (fluctuationStart >= 0 && seconds.size() - fluctuationStart >= criteria.settleSeconds()) {
            breakingPoint = locateBreakingPoint();
        }
    }

    private BreakingPoint locateBreakingPoint() {
        List<SecondStatistics> before = seconds.subList(0, fluctuationStart);
        List<SecondStatistics> fluctuation = seconds.subList(fluctuationStart, seconds.size());
        int brokenRate = fluctuation.get(0).rate();
        int stableRate = before.stream()
                .mapToInt(SecondStatistics::rate)
                .filter(rate -> rate < brokenRate)
                .max()
                .orElse(-1);
        return BreakingPoint.of(stableRate < 0 ? null : stableRate, fluctuation);
    }
}

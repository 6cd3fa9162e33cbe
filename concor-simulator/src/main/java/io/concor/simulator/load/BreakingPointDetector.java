package io.concor.simulator.load;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the breaking point: a fluctuation begins with a second that is not stable and ends when enough stable ones
 * follow each other; if it lasts longer than it may, the service is broken, and the last rate below the one at which
 * the fluctuation began is the breaking point. Used by one thread.
 */
public final class BreakingPointDetector {

    private final StabilityCriteria stability;
    private final List<SecondStatistics> seconds = new ArrayList<>();
    private double leastBacklogSeconds = Double.MAX_VALUE;
    private int firstUnstable = -1;
    private int calm;
    private @Nullable BreakingPoint found;

    public BreakingPointDetector(StabilityCriteria stability) {
        this.stability = stability;
    }

    /** The breaking point, or null as long as none was found. */
    public @Nullable BreakingPoint found() {
        return found;
    }

    /**
     * Takes the next second of a run; one in which nothing is due tells nothing.
     *
     * @return whether the service still holds
     */
    public boolean holds(SecondStatistics second) {
        if (second.rate() > 0 && found == null) {
            seconds.add(second);
            follow(stable(second));
        }
        return found == null;
    }

    /** What is in flight while a service completes as much as is due is its own latency, and no backlog. */
    private boolean stable(SecondStatistics second) {
        if (!stability.keepsUp(second)) {
            return false;
        }
        leastBacklogSeconds = Math.min(leastBacklogSeconds, StabilityCriteria.backlogSeconds(second));
        return stability.bears(second, leastBacklogSeconds);
    }

    private void follow(boolean stable) {
        calm = stable ? calm + 1 : 0;
        if (calm >= stability.calmSeconds()) {
            firstUnstable = -1;
        } else if (!stable && firstUnstable < 0) {
            firstUnstable = seconds.size() - 1;
        }
        if (firstUnstable >= 0 && seconds.size() - firstUnstable >= stability.settleSeconds()) {
            found = breakingPoint();
        }
    }

    private BreakingPoint breakingPoint() {
        List<SecondStatistics> before = seconds.subList(0, firstUnstable);
        List<SecondStatistics> since = seconds.subList(firstUnstable, seconds.size());
        int broken = since.get(0).rate();
        int stable = before.stream()
                .mapToInt(SecondStatistics::rate)
                .filter(rate -> rate < broken)
                .max()
                .orElse(-1);
        return BreakingPoint.of(stable < 0 ? null : stable, since);
    }
}

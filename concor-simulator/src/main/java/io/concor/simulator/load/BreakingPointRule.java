package io.concor.simulator.load;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the breaking point: a fluctuation begins with a second that is not stable and ends when enough stable ones
 * follow each other; if it lasts longer than it may, the service is broken, and the last rate below the one at which
 * the fluctuation began is the breaking point. Used by one thread.
 */
public final class BreakingPointRule {

    private final Stability stability;
    private final List<Second> seconds = new ArrayList<>();
    private double leastBacklogSeconds = Double.MAX_VALUE;
    private int firstUnstable = -1;
    private int calm;
    private @Nullable BreakingPoint found;

    public BreakingPointRule(Stability stability) {
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
    public boolean holds(Second second) {
        if (second.rate() > 0 && found == null) {
            seconds.add(second);
            follow(stable(second));
        }
        return found == null;
    }

    /** What is in flight while a service completes as much as is due is its own latency, and no backlog. */
    private boolean stable(Second second) {
        if (!stability.keepsUp(second)) {
            return false;
        }
        leastBacklogSeconds = Math.min(leastBacklogSeconds, Stability.backlogSeconds(second));
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
        List<Second> before = seconds.subList(0, firstUnstable);
        List<Second> since = seconds.subList(firstUnstable, seconds.size());
        int broken = since.get(0).rate();
        int stable = before.stream()
                .mapToInt(Second::rate)
                .filter(rate -> rate < broken)
                .max()
                .orElse(-1);
        return BreakingPoint.of(stable < 0 ? null : stable, since);
    }
}

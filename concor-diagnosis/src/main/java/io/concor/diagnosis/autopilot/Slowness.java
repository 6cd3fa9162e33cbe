package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How long a remote system has been slow. One that is slow for a moment must not get more calls at once; for one that stays
 * slow, the same rate needs more threads. Short times with another verdict do not count: after a change of the layout, for
 * example, another cause may be named for some seconds. Not thread-safe.
 */
final class Slowness {

    private static final Duration LASTING = Duration.ofMinutes(5);
    private static final Duration LONGEST_GAP = Duration.ofMinutes(1);

    private @Nullable String component;
    private Instant first = Instant.MIN;
    private Instant last = Instant.MIN;

    /** Takes a verdict into account. */
    void add(Instant now, Verdict verdict) {
        if (verdict.state() == Verdict.State.HEALTHY) {
            last = Instant.MIN;
        } else if (verdict.cause() == Cause.SLOW_REMOTE) {
            boolean continues = Objects.equals(component, verdict.component())
                    && now.minus(LONGEST_GAP).isBefore(last);
            first = continues ? first : now;
            last = now;
            component = verdict.component();
        }
    }

    /** Whether the verdict that was added last names a remote system that has been slow for long. */
    boolean isLasting(Instant now) {
        return last.equals(now) && !now.isBefore(first.plus(LASTING));
    }
}

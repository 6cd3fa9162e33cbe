package io.concor.autoconfigure.watch;

import io.concor.layout.FlowSummary;
import io.concor.layout.Refusals;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Detects the overload of one flow: it refuses events because it is full, or is stalled. Reports the begin and the end, at most one of them
 * per minute; a report that would come earlier waits. An overload ends when the flow has neither refused an event nor
 * been stalled for ten seconds; one that begins again before its end is reported goes on. Not thread-safe.
 */
final class OverloadDetector {

    private static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** What is to be reported. */
    enum Change {
        NONE,
        BEGUN,
        ENDED
    }

    /**
     * The result of an observation.
     *
     * @param refused the events refused since the last reported end because the flow was full
     * @param stalled whether the flow is stalled
     * @param lasted the time from the first to the last observation of the overload
     * @param since the time from the last observation before the overload until now
     */
    record Observation(Change change, Refusals refused, boolean stalled, Duration lasted, Duration since) {}

    private final StallDetector stall;
    private final LongSupplier nanoClock;
    private Refusals refused;
    private Refusals refusedBefore;
    private boolean stalled;
    /** Whether there was an overload since the last reported end. */
    private boolean overloaded;
    /** Whether the begin of that overload was reported. */
    private boolean reported;

    private long observedNanos;
    private long calmNanos;
    private long beganNanos;
    private long lastOverloadNanos;
    private long lastReportNanos;

    /** Creates a detector that ignores the events that the flow has refused until now. */
    OverloadDetector(FlowSummary flow, Duration stalledAfter, LongSupplier nanoClock) {
        this.stall = new StallDetector(stalledAfter, nanoClock);
        this.nanoClock = nanoClock;
        this.refused = flow.refusals().overload();
        this.refusedBefore = refused;
        this.observedNanos = nanoClock.getAsLong();
        this.lastReportNanos = observedNanos - PAUSE_NANOS;
    }

    /** Observes the flow. Call it about once a second. */
    Observation observe(FlowSummary flow) {
        long now = nanoClock.getAsLong();
        note(flow, now);
        Change change = now - lastReportNanos < PAUSE_NANOS ? Change.NONE : change(now);
        Observation seen = new Observation(
                change,
                refused.since(refusedBefore),
                stalled,
                Duration.ofNanos(lastOverloadNanos - beganNanos),
                Duration.ofNanos(now - calmNanos));
        report(change, now);
        observedNanos = now;
        return seen;
    }

    private void note(FlowSummary flow, long now) {
        Refusals present = flow.refusals().overload();
        boolean refuses = present.total() > refused.total();
        refused = present;
        stalled = stall.stalled(flow.inFlight(), flow.left());
        if (refuses || stalled) {
            begin(now);
            lastOverloadNanos = now;
        }
    }

    private void begin(long now) {
        if (!overloaded) {
            calmNanos = observedNanos;
            beganNanos = now;
            overloaded = true;
        }
    }

    private Change change(long now) {
        if (overloaded && !reported) {
            return Change.BEGUN;
        }
        return overloaded && now - lastOverloadNanos >= CALM_NANOS ? Change.ENDED : Change.NONE;
    }

    private void report(Change change, long now) {
        if (change == Change.NONE) {
            return;
        }
        lastReportNanos = now;
        reported = change == Change.BEGUN;
        if (change == Change.ENDED) {
            overloaded = false;
            refusedBefore = refused;
        }
    }
}

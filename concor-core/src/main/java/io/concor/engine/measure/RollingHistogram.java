package io.concor.engine.measure;

import io.concor.statistics.DurationHistogram;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A histogram of durations, for the last ten seconds and since the start. Recording is wait-free; rolling and reading
 * take a lock. It takes 300 bytes before the first recording: most components of a long flow have no slot, and some are
 * never sampled.
 */
final class RollingHistogram extends LatencyBuckets {

    private volatile boolean recorded;
    /** Null before the first recording is assigned to a second. */
    private @Nullable RecentSeconds seconds;

    void record(long nanos) {
        count(nanos);
        if (!recorded) {
            recorded = true;
        }
    }

    /** Assigns everything recorded since the last call to a second. */
    synchronized void roll(long second) {
        if (recorded) {
            recorded = false;
            drain(seconds().at(second));
        } else if (seconds != null) {
            seconds.forgetBefore(second);
        }
    }

    private RecentSeconds seconds() {
        RecentSeconds present = seconds;
        if (present == null) {
            present = new RecentSeconds();
            seconds = present;
        }
        return present;
    }

    /** Returns the distribution of what was recorded since the last call, which readers do not take part of. */
    synchronized LatencyDistribution endSecond(long second) {
        roll(second);
        return seconds().end();
    }

    synchronized LatencyDistribution window(long second) {
        return read(second, RecentSeconds::window).distribution();
    }

    /**
     * Returns the mean of the last ten seconds in microseconds, or NaN if there are no samples. Faster than
     * {@link #window}.
     */
    synchronized double meanMicros(long second) {
        return read(second, RecentSeconds::window).meanMicros();
    }

    synchronized DurationHistogram histogram(long second) {
        return read(second, RecentSeconds::window).durations();
    }

    synchronized LatencyDistribution sinceStart(long second) {
        return read(second, RecentSeconds::total).distribution();
    }

    private SparseHistogram read(long second, Function<RecentSeconds, SparseHistogram> part) {
        roll(second);
        return seconds == null ? SparseHistogram.EMPTY : part.apply(seconds);
    }
}

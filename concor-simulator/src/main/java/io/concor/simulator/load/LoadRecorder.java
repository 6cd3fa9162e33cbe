package io.concor.simulator.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Records the statistics of a phase. Each event counts for the second in which it is recorded: the clock is read under
 * the lock, so a delayed thread cannot change a second that has already been reported. Thread-safe.
 */
final class LoadRecorder {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final LoadProfile profile;
    private final long startNanos;
    private final List<SecondStatistics> seconds = new ArrayList<>();
    private final Histogram latency = new Histogram(SIGNIFICANT_DIGITS);
    private final Histogram lateness = new Histogram(SIGNIFICANT_DIGITS);
    private final Histogram totalLatency = new Histogram(SIGNIFICANT_DIGITS);
    private final Histogram totalLateness = new Histogram(SIGNIFICANT_DIGITS);
    private final WindowCounter issuedWindows = new WindowCounter();
    private final WindowCounter completedWindows = new WindowCounter();
    private final WindowCounter dueWindows = new WindowCounter();
    private final Map<String, Long> failures = new TreeMap<>();
    private long unknownCallbacks;
    private int issued;
    private int completed;
    private int failed;
    private int notSent;
    private int inFlight;
    private boolean stopped;

    LoadRecorder(LoadProfile profile, long startNanos) {
        this.profile = profile;
        this.startNanos = startNanos;
    }

    synchronized void issued(LoadRequest request) {
        long now = advance();
        issued++;
        inFlight++;
        issuedWindows.count(now);
        dueWindows.count(request.dueNanos() - startNanos);
        recordSinceDue(request, now, lateness, totalLateness);
    }

    synchronized void notSent() {
        advance();
        notSent++;
    }

    synchronized void completed(LoadRequest request) {
        long now = advance();
        completed++;
        inFlight--;
        completedWindows.count(now);
        recordSinceDue(request, now, latency, totalLatency);
    }

    synchronized void failed(String reason) {
        advance();
        failed++;
        inFlight--;
        failures.merge(reason, 1L, Long::sum);
    }

    /** Counts a callback without a request. A callback before the start belongs to another phase or run. */
    synchronized void unknownCallback() {
        if (advance() >= 0) {
            unknownCallbacks++;
        }
    }

    /** Returns the number of issued requests whose outcome is not known yet. */
    synchronized int unfinished() {
        return inFlight;
    }

    /** Sets the rate to 0 from now on. */
    synchronized void stop() {
        advance();
        stopped = true;
    }

    /** Returns the seconds that have ended, without the first {@code skipped} ones. */
    synchronized List<SecondStatistics> secondsFrom(int skipped) {
        advance();
        return List.copyOf(seconds.subList(skipped, seconds.size()));
    }

    /** Returns the statistics so far. They include the current second if something happened in it. */
    synchronized LoadStatistics statistics() {
        advance();
        List<SecondStatistics> all = new ArrayList<>(seconds);
        if (issued + completed + failed + notSent > 0) {
            all.add(currentSecond());
        }
        return new LoadStatistics(
                all,
                LoadTotals.of(all, inFlight, unknownCallbacks),
                Map.copyOf(failures),
                LatencySummary.of(totalLatency),
                LatencySummary.of(totalLateness),
                issuedWindows.counts(),
                completedWindows.counts(),
                dueWindows.counts());
    }

    private void recordSinceDue(LoadRequest request, long now, Histogram ofSecond, Histogram total) {
        long micros = TimeUnit.NANOSECONDS.toMicros(Math.max(0, startNanos + now - request.dueNanos()));
        ofSecond.recordValue(micros);
        total.recordValue(micros);
    }

    /** Closes the seconds that have ended. Returns the nanoseconds since the start. */
    private long advance() {
        long now = System.nanoTime() - startNanos;
        while (now >= (seconds.size() + 1) * SECOND_NANOS) {
            seconds.add(currentSecond());
            resetSecond();
        }
        return now;
    }

    private SecondStatistics currentSecond() {
        int second = seconds.size();
        return new SecondStatistics(
                second,
                stopped || second >= profile.seconds() ? 0 : profile.rateAt(second),
                issued,
                completed,
                failed,
                notSent,
                inFlight,
                LatencySummary.of(latency),
                LatencySummary.of(lateness));
    }

    private void resetSecond() {
        issued = 0;
        completed = 0;
        failed = 0;
        notSent = 0;
        latency.reset();
        lateness.reset();
    }
}

package io.concor.simulator.load;

import io.concor.simulator.profile.LoadProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Keeps the account of a part of a run. Whatever happens is put down in the second in which it happens by the clock,
 * read under the lock, so that no late thread shifts a count from one second to another. Thread-safe.
 */
final class LoadRecorder {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int DIGITS = 3;

    private final LoadProfile profile;
    private final long startNanos;
    private final List<SecondStatistics> seconds = new ArrayList<>();
    private final Histogram latency = new Histogram(DIGITS);
    private final Histogram lateness = new Histogram(DIGITS);
    private final Histogram latencyOfAll = new Histogram(DIGITS);
    private final Histogram latenessOfAll = new Histogram(DIGITS);
    private final WindowCounter issuedWindows = new WindowCounter();
    private final WindowCounter completedWindows = new WindowCounter();
    private final Map<String, Long> failures = new TreeMap<>();
    private long unknownArrivals;
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

    synchronized void issued(LoadRequest exchange) {
        long now = advance();
        issued++;
        inFlight++;
        issuedWindows.count(now);
        record(exchange, now, lateness, latenessOfAll);
    }

    synchronized void notSent() {
        advance();
        notSent++;
    }

    synchronized void completed(LoadRequest exchange) {
        long now = advance();
        completed++;
        inFlight--;
        completedWindows.count(now);
        record(exchange, now, latency, latencyOfAll);
    }

    synchronized void failed(String reason) {
        advance();
        failed++;
        inFlight--;
        failures.merge(reason, 1L, Long::sum);
    }

    /** A call before the start is none of this account's. */
    synchronized void unknownArrival() {
        if (advance() >= 0) {
            unknownArrivals++;
        }
    }

    /** Requests whose end is not put down yet. */
    synchronized int unfinished() {
        return inFlight;
    }

    /** Nothing is due from now on, whatever the profile says. */
    synchronized void stop() {
        advance();
        stopped = true;
    }

    /** All whole seconds from one on, as far as they are over. */
    synchronized List<SecondStatistics> secondsFrom(int first) {
        advance();
        return List.copyOf(seconds.subList(first, seconds.size()));
    }

    /**
     * The account so far; what remains of the present second is put into it as its last, if anything happened in it.
     */
    synchronized LoadStatistics account() {
        advance();
        List<SecondStatistics> all = new ArrayList<>(seconds);
        if (issued + completed + failed + notSent > 0) {
            all.add(second());
        }
        return new LoadStatistics(
                all,
                LoadTotals.of(all, inFlight, unknownArrivals),
                Map.copyOf(failures),
                LatencySummary.of(latencyOfAll),
                LatencySummary.of(latenessOfAll),
                issuedWindows.counts(),
                completedWindows.counts());
    }

    private void record(LoadRequest exchange, long now, Histogram ofSecond, Histogram ofAll) {
        long micros = TimeUnit.NANOSECONDS.toMicros(Math.max(0, startNanos + now - exchange.dueNanos()));
        ofSecond.recordValue(micros);
        ofAll.recordValue(micros);
    }

    /** Closes the seconds that are over; returns the nanoseconds since the start. */
    private long advance() {
        long now = System.nanoTime() - startNanos;
        while (now >= (seconds.size() + 1) * SECOND_NANOS) {
            seconds.add(second());
            clear();
        }
        return now;
    }

    private SecondStatistics second() {
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

    private void clear() {
        issued = 0;
        completed = 0;
        failed = 0;
        notSent = 0;
        latency.reset();
        lateness.reset();
    }
}

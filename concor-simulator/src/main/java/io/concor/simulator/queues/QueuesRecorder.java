package io.concor.simulator.queues;

import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.queues.http.QueueCall;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Records the requests of a run. A request counts for the second in which its outcome is known. Thread-safe. */
final class QueuesRecorder {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double NANOS = SECOND_NANOS;
    private static final int SIGNIFICANT_DIGITS = 3;

    /** Reasons contain statuses, which are the server's. */
    private static final int MAX_REASONS = 100;

    private final long startNanos;
    private final int firstSecond;
    private final List<QueuesSecond> seconds = new ArrayList<>();
    private final Map<QueueCall, Long> callsOfSecond = new EnumMap<>(QueueCall.class);
    private final Map<QueueCall, Long> microsOfSecond = new EnumMap<>(QueueCall.class);
    private final Histogram latenciesOfSecond = new Histogram(SIGNIFICANT_DIGITS);
    private final Map<QueueCall, Histogram> latencies = new EnumMap<>(QueueCall.class);
    private final Map<String, Long> errors = new TreeMap<>();
    private long countedNanos;
    private long errorsOfSecond;

    /**
     * Creates a recorder.
     *
     * @param startNanos when the counted part begins
     * @param warmUpSeconds how many seconds before the load begins
     * @param countedSeconds how long the counted part lasts
     */
    QueuesRecorder(long startNanos, int warmUpSeconds, int countedSeconds) {
        this.startNanos = startNanos;
        this.firstSecond = -warmUpSeconds;
        this.countedNanos = TimeUnit.SECONDS.toNanos(countedSeconds);
    }

    synchronized void answered(QueueCall call, long latencyNanos) {
        long now = advance();
        long micros = TimeUnit.NANOSECONDS.toMicros(Math.max(0, latencyNanos));
        callsOfSecond.merge(call, 1L, Long::sum);
        microsOfSecond.merge(call, micros, Long::sum);
        latenciesOfSecond.recordValue(micros);
        if (now >= 0 && now < countedNanos) {
            latencies
                    .computeIfAbsent(call, any -> new Histogram(SIGNIFICANT_DIGITS))
                    .recordValue(micros);
        }
    }

    synchronized void failed(QueueCall call, String reason) {
        long now = advance();
        errorsOfSecond++;
        if (now >= 0) {
            String key = call.title() + ": " + reason;
            boolean isKept = errors.size() < MAX_REASONS || errors.containsKey(key);
            errors.merge(isKept ? key : "other", 1L, Long::sum);
        }
    }

    /** Ends the counted part now, unless it has ended. */
    synchronized void stop() {
        countedNanos = Math.max(0, Math.min(countedNanos, advance()));
    }

    /** Returns the seconds that have ended, without the first {@code skipped} ones. */
    synchronized List<QueuesSecond> secondsFrom(int skipped) {
        advance();
        return List.copyOf(seconds.subList(skipped, seconds.size()));
    }

    synchronized QueuesStatistics statistics() {
        advance();
        double counted = countedNanos / NANOS;
        Map<String, CallStatistics> calls = new LinkedHashMap<>();
        latencies.forEach((call, latency) -> calls.put(
                call.title(),
                new CallStatistics(
                        latency.getTotalCount(),
                        rounded(latency.getTotalCount() / counted),
                        LatencySummary.of(latency))));
        Histogram all = new Histogram(SIGNIFICANT_DIGITS);
        latencies.values().forEach(all::add);
        return new QueuesStatistics(
                counted,
                counted == 0 ? 0 : rounded(all.getTotalCount() / counted),
                LatencySummary.of(all),
                calls,
                new TreeMap<>(errors),
                List.copyOf(seconds));
    }

    /** Closes the seconds that have ended. Returns the nanoseconds since the start. */
    private long advance() {
        long now = System.nanoTime() - startNanos;
        while (now >= (firstSecond + seconds.size() + 1) * SECOND_NANOS) {
            seconds.add(currentSecond());
            callsOfSecond.clear();
            microsOfSecond.clear();
            latenciesOfSecond.reset();
            errorsOfSecond = 0;
        }
        return now;
    }

    private QueuesSecond currentSecond() {
        return new QueuesSecond(
                firstSecond + seconds.size(),
                latenciesOfSecond.getTotalCount(),
                errorsOfSecond,
                byTitle(callsOfSecond),
                byTitle(microsOfSecond),
                LatencySummary.of(latenciesOfSecond));
    }

    private static Map<String, Long> byTitle(Map<QueueCall, Long> figures) {
        Map<String, Long> named = new LinkedHashMap<>();
        figures.forEach((call, figure) -> named.put(call.title(), figure));
        return named;
    }

    private static double rounded(double value) {
        return Math.round(value * 10) / 10.0;
    }
}

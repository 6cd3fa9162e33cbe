package io.concor.experiments.clientqueues.hostile;

import io.concor.experiments.clientqueues.testbed.SecondsFile;
import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.queues.CallStatistics;
import io.concor.simulator.queues.QueuesOutcome;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * A measured load of the clients that are not hostile.
 *
 * @param title when it was
 * @param outcome what the clients found
 * @param processors processors that the server used on average
 */
record HostilePhase(String title, QueuesOutcome outcome, double processors) {

    private static final double MICROS_PER_MILLI = 1000;

    /** Writes its seconds into a folder. */
    void write(Path folder) {
        SecondsFile.write(
                folder.resolve(title.replace(' ', '-') + ".csv"),
                outcome.statistics().timeline());
    }

    double p99Millis() {
        return outcome.statistics().latencies().p99Micros() / MICROS_PER_MILLI;
    }

    double requestsPerSecond() {
        return outcome.statistics().requestsPerSecond();
    }

    long requests() {
        return outcome.statistics().calls().values().stream()
                .mapToLong(CallStatistics::requests)
                .sum();
    }

    /** Returns the requests that failed or were refused. */
    long failed() {
        return outcome.statistics().errors().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Returns the latency of all calls, and of each. */
    String latencies() {
        StringBuilder text =
                new StringBuilder(latency("all", outcome.statistics().latencies()));
        for (Map.Entry<String, CallStatistics> call :
                outcome.statistics().calls().entrySet()) {
            text.append("; ").append(latency(call.getKey(), call.getValue().latencies()));
        }
        return text.toString();
    }

    private static String latency(String call, LatencySummary latency) {
        return String.format(
                Locale.ROOT,
                "%s %.1f / %.1f",
                call,
                latency.p50Micros() / MICROS_PER_MILLI,
                latency.p99Micros() / MICROS_PER_MILLI);
    }
}

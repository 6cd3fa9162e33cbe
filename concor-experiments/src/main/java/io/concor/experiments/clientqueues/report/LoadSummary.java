package io.concor.experiments.clientqueues.report;

import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.queues.CallStatistics;
import io.concor.simulator.queues.check.DeliveryResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * A load, of one process or of several.
 *
 * @param processes one for each
 */
record LoadSummary(List<ProcessLoad> processes) {

    private static final double MICROS_PER_MILLI = 1000;
    private static final double MILLIS_PER_SECOND = 1000;

    /** Returns the requests per second: of several processes, those of the time in which all of them counted. */
    double requestsPerSecond() {
        if (processes.size() == 1) {
            return processes.get(0).statistics().requestsPerSecond();
        }
        Instant from = processes.stream()
                .map(ProcessLoad::start)
                .max(Instant::compareTo)
                .orElseThrow();
        Instant to =
                processes.stream().map(ProcessLoad::end).min(Instant::compareTo).orElseThrow();
        return processes.stream()
                .mapToDouble(each -> each.requestsPerSecond(from, to))
                .sum();
    }

    /** Returns the mean latency of all calls. */
    double meanMillis() {
        List<CallStatistics> all = processes.stream()
                .flatMap(each -> each.statistics().calls().values().stream())
                .toList();
        return mean(all);
    }

    double meanMillis(String call) {
        return mean(of(call));
    }

    /** Returns the 99th percentile of a call: of several processes, the highest one. */
    double p99Millis(String call) {
        return highest(of(call), LatencySummary::p99Micros);
    }

    double p50Millis(String call) {
        return highest(of(call), LatencySummary::p50Micros);
    }

    private List<CallStatistics> of(String call) {
        return processes.stream().flatMap(each -> each.call(call).stream()).toList();
    }

    private static double mean(List<CallStatistics> all) {
        double requests = all.stream().mapToLong(CallStatistics::requests).sum();
        double micros = all.stream()
                .mapToDouble(one -> one.requests() * one.latencies().meanMicros())
                .sum();
        return requests == 0 ? 0 : micros / requests / MICROS_PER_MILLI;
    }

    private static double highest(List<CallStatistics> all, ToDoubleFunction<LatencySummary> micros) {
        double highest = all.stream()
                .map(CallStatistics::latencies)
                .mapToDouble(micros)
                .max()
                .orElse(0);
        return highest / MICROS_PER_MILLI;
    }

    /** Returns the mean latency by the interactive response time law: that of clients which do not think. */
    double millisByTheLaw(int clients) {
        return requestsPerSecond() == 0 ? 0 : clients / requestsPerSecond() * MILLIS_PER_SECOND;
    }

    long errors() {
        return processes.stream().mapToLong(ProcessLoad::errors).sum();
    }

    /** Returns the requests that failed or were refused, by reason. */
    Map<String, Long> errorsByReason() {
        Map<String, Long> all = new TreeMap<>();
        processes.forEach(
                each -> each.statistics().errors().forEach((reason, count) -> all.merge(reason, count, Long::sum)));
        return all;
    }

    double processors() {
        return processes.stream().mapToDouble(ProcessLoad::processors).sum();
    }

    long acknowledged() {
        return sum(DeliveryResult::acknowledged);
    }

    /** Returns the messages that were not received, or not in time. */
    long lost() {
        return sum(DeliveryResult::lost) + sum(DeliveryResult::unreceived) + Math.max(0, missingBetweenProcesses());
    }

    long twice() {
        return sum(DeliveryResult::twice) + Math.max(0, -missingBetweenProcesses());
    }

    long wrong() {
        return sum(DeliveryResult::wrong);
    }

    boolean isCorrect() {
        return lost() + twice() + wrong() == 0;
    }

    /**
     * Returns how many messages from one process to another are missing; negative if some came twice. A process checks those by
     * their content only, but together they have received what they have sent, unless an answer was missing.
     */
    private long missingBetweenProcesses() {
        if (processes.size() == 1 || errors() > 0) {
            return 0;
        }
        long known = sum(DeliveryResult::lost) + sum(DeliveryResult::unknown) + sum(DeliveryResult::unreceived);
        return acknowledged() - sum(DeliveryResult::received) - known;
    }

    private long sum(ToLongFunction<DeliveryResult> count) {
        return processes.stream().map(ProcessLoad::deliveries).mapToLong(count).sum();
    }

    /** Returns messages that were lost, twice or wrong, in words. */
    List<String> examples() {
        return processes.stream()
                .flatMap(each -> each.deliveries().examples().stream())
                .toList();
    }
}

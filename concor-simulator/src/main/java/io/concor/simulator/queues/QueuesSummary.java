package io.concor.simulator.queues;

import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.queues.check.DeliveryResult;
import io.concor.simulator.result.RunEnding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The summary of a run, as text for the terminal. */
final class QueuesSummary {

    private static final double MICROS_PER_MILLI = 1000;

    private final QueuesResult result;
    private final DeliveryResult deliveries;

    QueuesSummary(QueuesResult result) {
        this.result = result;
        this.deliveries = result.deliveries();
    }

    String text() {
        List<String> lines = new ArrayList<>();
        lines.add(requests());
        result.account().calls().forEach((call, statistics) -> lines.add(call(call, statistics)));
        lines.add(errors());
        lines.add(messages());
        lines.add(verdict());
        lines.addAll(deliveries.examples());
        if (result.logFailure() != null) {
            lines.add("The logs of the clients are incomplete: " + result.logFailure());
        }
        return String.join(System.lineSeparator(), lines);
    }

    private String requests() {
        return format(
                "%s %.1f requests per second for %.1f s; the simulator used %.2f processors.",
                result.ending() == RunEnding.INTERRUPTED ? "The run was interrupted." : "The run has finished.",
                result.account().requestsPerSecond(),
                result.account().seconds(),
                result.processors());
    }

    private static String call(String call, CallStatistics statistics) {
        LatencySummary latencies = statistics.latencies();
        return format(
                "%-8s %8d requests, %8.1f per second, latency in ms: p50 %.2f, p99 %.2f, p99.9 %.2f, max %.2f",
                call,
                statistics.requests(),
                statistics.perSecond(),
                latencies.p50Micros() / MICROS_PER_MILLI,
                latencies.p99Micros() / MICROS_PER_MILLI,
                latencies.p999Micros() / MICROS_PER_MILLI,
                latencies.maxMicros() / MICROS_PER_MILLI);
    }

    private String errors() {
        var errors = result.account().errors();
        long all = errors.values().stream().mapToLong(Long::longValue).sum();
        return all + " requests failed or were refused" + (all == 0 ? "." : ": " + errors);
    }

    private String messages() {
        return format(
                "Messages: %d acknowledged, %d received, %d of them of other processes or earlier runs; %d came back"
                        + " after their lease.",
                deliveries.acknowledged(), deliveries.received(), deliveries.ofOtherRuns(), deliveries.again());
    }

    private String verdict() {
        String verdict = format(
                "%s: %d lost, %d twice, %d wrong",
                deliveries.isCorrect() ? "Correct" : "NOT CORRECT",
                deliveries.lost(),
                deliveries.twice(),
                deliveries.wrong());
        if (!result.drained()) {
            return format(
                    "%s, and %d not received, because the queues were not empty or did not answer when --drain ended.",
                    verdict, deliveries.unreceived());
        }
        return deliveries.unknown() == 0
                ? verdict + "."
                : format(
                        "%s. Unknown: %d, which may have been in the receives that had no answer; --ack explicit"
                                + " avoids this.",
                        verdict, deliveries.unknown());
    }

    private static String format(String text, Object... arguments) {
        return String.format(Locale.ROOT, text, arguments);
    }
}

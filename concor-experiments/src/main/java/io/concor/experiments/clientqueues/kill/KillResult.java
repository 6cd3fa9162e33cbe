package io.concor.experiments.clientqueues.kill;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.simulator.queues.QueuesOutcome;
import io.concor.simulator.queues.check.DeliveryResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of a run.
 *
 * @param kills what was killed
 * @param outcomes what the clients found
 */
record KillResult(List<KillEvent> kills, Map<Acknowledgement, QueuesOutcome> outcomes) {

    /** Keeps the outcomes in the order of the ways to acknowledge. */
    KillResult {
        outcomes = new EnumMap<>(outcomes);
    }

    /** Whether messages were taken and killed processes answered again, and none was lost, twice or wrong. */
    boolean passed() {
        return kills.stream().anyMatch(KillEvent::isOfDatabase)
                && kills.stream().anyMatch(kill -> !kill.isOfDatabase())
                && outcomes.values().stream()
                        .map(QueuesOutcome::deliveries)
                        .allMatch(found -> found.isCorrect() && found.acknowledged() > 0);
    }

    /** Returns the result in lines. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(table());
        lines.add(kills.size() + " kills; a killed server answered after " + range(false)
                + ", servers after the database was killed after " + range(true));
        outcomes.forEach((mode, outcome) -> lines.add(
                mode.prefix() + ": failed or refused " + outcome.statistics().errors()));
        outcomes.values().forEach(outcome -> lines.addAll(outcome.deliveries().examples()));
        lines.add(
                "In receives without an answer: messages that a receive had deleted when its server was killed may never"
                        + " have reached their clients; this is what at most once means, and none of them counts as lost.");
        lines.add(passed() ? "PASSED" : "FAILED");
        return lines;
    }

    private String table() {
        MarkdownTable table = new MarkdownTable(
                "acknowledgement",
                "requests per second",
                "failed or refused",
                "acknowledged",
                "received",
                "lost",
                "twice",
                "wrong",
                "not drained",
                "came again after the lease",
                "in receives without an answer");
        outcomes.forEach((mode, outcome) -> table.row(row(mode, outcome)));
        return table.markdown();
    }

    private static List<String> row(Acknowledgement mode, QueuesOutcome outcome) {
        DeliveryResult found = outcome.deliveries();
        long failed = outcome.statistics().errors().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        return List.of(
                mode.prefix(),
                String.format(Locale.ROOT, "%.0f", outcome.statistics().requestsPerSecond()),
                Long.toString(failed),
                Long.toString(found.acknowledged()),
                Long.toString(found.received()),
                Long.toString(found.lost()),
                Long.toString(found.twice()),
                Long.toString(found.wrong()),
                Long.toString(found.unreceived()),
                Long.toString(found.again()),
                Long.toString(found.unknown()));
    }

    private String range(boolean ofDatabase) {
        List<Duration> times = kills.stream()
                .filter(kill -> kill.isOfDatabase() == ofDatabase)
                .flatMap(kill -> kill.answered().values().stream())
                .sorted()
                .toList();
        return times.isEmpty()
                ? "no kill"
                : KillEvent.seconds(times.get(0)) + " to " + KillEvent.seconds(times.get(times.size() - 1));
    }
}

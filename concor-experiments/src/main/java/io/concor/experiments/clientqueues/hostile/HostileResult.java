package io.concor.experiments.clientqueues.hostile;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.clientqueues.testbed.ServerState;
import io.concor.simulator.queues.check.DeliveryResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The result of a run.
 *
 * @param settings what was run
 * @param alone the load without hostile clients
 * @param attacked the same load next to them
 * @param after the same load after they have gone
 * @param outcomes how the attacks ended
 * @param waiting receives that waited when the load under attack began
 * @param before the server before the attacks
 * @param left the server after the last receive of a hostile client has ended
 */
record HostileResult(
        HostileSettings settings,
        HostilePhase alone,
        HostilePhase attacked,
        HostilePhase after,
        AttackOutcomes outcomes,
        int waiting,
        ServerState before,
        ServerState left) {

    /** The share of the wanted rate, or number, that is enough. */
    private static final double ENOUGH = 0.9;

    /** With more failures, the 99th percentile says nothing. */
    private static final double MAX_FAILED = 0.01;

    /** Connections of the pools of the server, and what its JVM has opened for the first time. */
    private static final int MAX_MORE_FILES = 200;

    /** Returns the loads in their order. */
    List<HostilePhase> phases() {
        return List.of(alone, attacked, after);
    }

    /** Returns how many times as long as alone the 99th percentile of the latency takes under attack. */
    double ratio() {
        return alone.p99Millis() == 0 ? Double.POSITIVE_INFINITY : attacked.p99Millis() / alone.p99Millis();
    }

    /** Returns what is wrong, in words; empty if the server has held out. */
    List<String> faults() {
        List<String> faults = new ArrayList<>(outcomes.unexpected());
        phases().forEach(phase -> addFaults(phase, faults));
        add(ratio() > settings.goal(), faults, format("the 99th percentile takes %.2f times as long", ratio()));
        add(waiting < ENOUGH * settings.waiting(), faults, "only " + waiting + " receives waited");
        add(!left.healthy(), faults, "the server is not healthy after the attacks");
        add(left.waiting() != 0, faults, left.waiting() + " receives wait after the attacks");
        add(
                left.openFiles() < 0 || left.openFiles() > before.openFiles() + MAX_MORE_FILES,
                faults,
                left.openFiles() + " files are open after the attacks, " + before.openFiles() + " were before");
        return faults;
    }

    private void addFaults(HostilePhase phase, List<String> faults) {
        DeliveryResult found = phase.outcome().deliveries();
        add(!found.isCorrect(), faults, phase.title() + ": messages are lost, twice or wrong: " + found.examples());
        add(
                phase.requestsPerSecond() < ENOUGH * settings.rate(),
                faults,
                phase.title() + ": " + phase.requestsPerSecond() + " requests per second instead of "
                        + settings.rate());
        add(
                phase.failed() > MAX_FAILED * phase.requests(),
                faults,
                phase.title() + ": failed or refused "
                        + phase.outcome().statistics().errors());
    }

    private static void add(boolean isWrong, List<String> faults, String fault) {
        if (isWrong) {
            faults.add(fault);
        }
    }

    /** Returns the result in lines. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(outcomes.table(), table()));
        lines.add(format(
                "99th percentile: %.1f ms alone, %.1f ms under attack: %.2f times; the goal is at most %.1f",
                alone.p99Millis(), attacked.p99Millis(), ratio(), settings.goal()));
        lines.add("The server: " + before + " before, " + left + " after the attacks; " + waiting
                + " receives of hostile clients waited");
        lines.addAll(faults());
        lines.add(faults().isEmpty() ? "PASSED" : "FAILED");
        return lines;
    }

    private String table() {
        MarkdownTable table = new MarkdownTable(
                "clients that are not hostile",
                "requests per second",
                "failed or refused",
                "latency in ms, p50 / p99",
                "lost, twice, wrong",
                "processors: server, simulator");
        phases().forEach(phase -> table.row(row(phase)));
        return table.markdown();
    }

    private static List<String> row(HostilePhase phase) {
        DeliveryResult found = phase.outcome().deliveries();
        return List.of(
                phase.title(),
                format("%.0f", phase.requestsPerSecond()),
                Long.toString(phase.failed()),
                phase.latencies(),
                found.lost() + ", " + found.twice() + ", " + found.wrong(),
                format("%.2f, %.2f", phase.processors(), phase.outcome().processors()));
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}

package io.concor.simulator.result;

import io.concor.simulator.control.LayoutHistory;
import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.load.LoadTotals;
import io.concor.simulator.load.SecondStatistics;
import java.util.ArrayList;
import java.util.List;

/** The summary of a run for the terminal and the report. */
final class RunSummary {

    private final RunResult result;
    private final LoadTotals totals;

    RunSummary(RunResult result) {
        this.result = result;
        this.totals = result.account().totals();
    }

    String text() {
        List<String> lines = new ArrayList<>(List.of(ending(), counts(), latencies()));
        if (totals.unknownArrivals() > 0) {
            lines.add("%d callbacks belonged to no request in flight.".formatted(totals.unknownArrivals()));
        }
        result.marks().forEach(request -> lines.add(controlRequest(request)));
        int notSent = result.marksWanted() - result.marks().size();
        if (notSent > 0) {
            lines.add("Control requests not sent because the run ended: %d.".formatted(notSent));
        }
        if (result.history() != null) {
            lines.add(layoutChanges(result.history()));
        }
        return String.join(System.lineSeparator(), lines);
    }

    private String ending() {
        BreakingPoint breakingPoint = result.breakingPoint();
        if (breakingPoint != null) {
            return breakingPoint.summary();
        }
        String ending = result.ending() == RunEnding.INTERRUPTED ? "The run was interrupted." : "The run has finished.";
        return result.stability() == null
                ? ending
                : ending + " No breaking point up to " + maxRate() + " requests per second.";
    }

    private int maxRate() {
        return result.account().seconds().stream()
                .mapToInt(SecondStatistics::rate)
                .max()
                .orElse(0);
    }

    private String counts() {
        return "%d issued: %d completed, %d failed%s, %d unfinished. %d not sent."
                .formatted(
                        totals.issued(),
                        totals.completed(),
                        totals.failed(),
                        totals.failed() == 0 ? "" : " " + result.account().failures(),
                        totals.unfinished(),
                        totals.notSent());
    }

    private String latencies() {
        String latency = totals.completed() == 0
                ? "No latency: no request was completed"
                : "Latency " + percentiles(result.account().latencies());
        return latency + "; lateness of the simulator "
                + percentiles(result.account().lateness()) + ".";
    }

    private static String percentiles(LatencySummary latencies) {
        return "p50 %d us, p99 %d us, p99.9 %d us, max %d us"
                .formatted(latencies.p50Micros(), latencies.p99Micros(), latencies.p999Micros(), latencies.maxMicros());
    }

    private static String controlRequest(SentControlRequest request) {
        return "After %s s: %s".formatted(Html.number(request.atSeconds()), request.text());
    }

    private static String layoutChanges(LayoutHistory history) {
        return history.error() == null
                ? "Layout changes during the run: %d."
                        .formatted(history.changes().size())
                : "Cannot read the layout changes from %s: %s".formatted(history.url(), history.errorText());
    }
}

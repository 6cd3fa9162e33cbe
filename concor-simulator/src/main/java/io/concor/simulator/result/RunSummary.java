package io.concor.simulator.result;

import io.concor.simulator.control.LayoutHistory;
import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.load.LoadTotals;
import io.concor.simulator.load.SecondStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The summary of a run, as text for the terminal and in parts for the report. */
final class RunSummary {

    private final RunResult result;
    private final LoadTotals totals;

    RunSummary(RunResult result) {
        this.result = result;
        this.totals = result.account().totals();
    }

    String text() {
        List<String> lines = new ArrayList<>(List.of(ending(), counts(), latencies()));
        result.marks().forEach(request -> lines.add(controlRequest(request)));
        lines.addAll(remarks());
        return String.join(System.lineSeparator(), lines);
    }

    /** Returns how the run ended, and the breaking point. */
    String ending() {
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
                : "Latency in ms: " + percentiles(result.account().latencies());
        return latency + "; lateness of the simulator in ms: "
                + percentiles(result.account().lateness()) + ".";
    }

    private static String percentiles(LatencySummary latencies) {
        return "p50 %s, p99 %s, p99.9 %s, max %s"
                .formatted(
                        Html.millis(latencies.p50Micros()),
                        Html.millis(latencies.p99Micros()),
                        Html.millis(latencies.p999Micros()),
                        Html.millis(latencies.maxMicros()));
    }

    private static String controlRequest(SentControlRequest request) {
        return "After %s s: %s".formatted(Html.number(request.atSeconds()), request.text());
    }

    /** Returns what a reader has to know beside the figures. */
    List<String> remarks() {
        return Stream.of(unknownCallbacks(), requestsNotSent(), layoutChanges())
                .filter(remark -> !remark.isEmpty())
                .toList();
    }

    private String unknownCallbacks() {
        return totals.unknownArrivals() == 0
                ? ""
                : "%d callbacks belonged to no request in flight.".formatted(totals.unknownArrivals());
    }

    private String requestsNotSent() {
        int notSent = result.marksWanted() - result.marks().size();
        return notSent == 0 ? "" : "Control requests not sent because the run ended: %d.".formatted(notSent);
    }

    private String layoutChanges() {
        LayoutHistory history = result.history();
        if (history == null) {
            return "";
        }
        return history.error() == null
                ? "Layout changes during the run: %d."
                        .formatted(history.changes().size())
                : "Cannot read the layout changes from %s: %s".formatted(history.url(), history.errorText());
    }
}

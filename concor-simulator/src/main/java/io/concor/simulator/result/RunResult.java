package io.concor.simulator.result;

import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.LoadTotals;
import io.concor.simulator.load.SecondStatistics;
import io.concor.simulator.load.StabilityCriteria;
import io.concor.simulator.mark.LayoutHistory;
import io.concor.simulator.mark.SentControlRequest;
import io.concor.simulator.mark.ServiceText;
import io.concor.simulator.profile.LoadProfile;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run as it is written to {@code result.json}.
 *
 * @param name what the run was called
 * @param profile name of the profile
 * @param settings of the profile
 * @param leadInSeconds for how long the rate had grown before, which nothing else here counts
 * @param maxInFlight requests in flight at most; those that were due beyond were not sent
 * @param url where requests went
 * @param completedBy what completed a request: its answer, or a call to which receiver
 * @param machine what the simulator ran on
 * @param started when, as ISO 8601
 * @param ending how it ended
 * @param stability the rule for the breaking point; null where none was looked for
 * @param breakingPoint null where none was found
 * @param marks what was sent beside the load
 * @param marksWanted how much was to be sent; less was, where the run ended before
 * @param history what the service tells of its layout; null where it was not asked
 * @param account all that was counted and measured
 */
public record RunResult(
        String name,
        String profile,
        LoadProfile settings,
        int leadInSeconds,
        int maxInFlight,
        String url,
        String completedBy,
        HostInfo machine,
        String started,
        RunEnding ending,
        @Nullable StabilityCriteria stability,
        @Nullable BreakingPoint breakingPoint,
        List<SentControlRequest> marks,
        int marksWanted,
        @Nullable LayoutHistory history,
        LoadStatistics account) {

    /** In a few lines. */
    public String summary() {
        return Stream.of(
                        Stream.of(end(), counts(), latencies()),
                        strangers(),
                        marks.stream().map(RunResult::atItsTime),
                        neverSent(),
                        layout())
                .flatMap(lines -> lines)
                .map(ServiceText::printable)
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private static String atItsTime(SentControlRequest mark) {
        return "After %s s: %s".formatted(Html.number(mark.atSeconds()), mark.text());
    }

    private Stream<String> neverSent() {
        int left = marksWanted - marks.size();
        return left == 0
                ? Stream.empty()
                : Stream.of("Not sent beside the load, for the run ended before: " + left + ".");
    }

    private String end() {
        if (breakingPoint != null) {
            return breakingPoint.summary();
        }
        String how = ending == RunEnding.INTERRUPTED ? "The run has been interrupted." : "The run has finished.";
        return stability == null ? how : how + " No breaking point up to " + highestRate() + " requests per second.";
    }

    private int highestRate() {
        return account.seconds().stream().mapToInt(SecondStatistics::rate).max().orElse(0);
    }

    private String counts() {
        LoadTotals totals = account.totals();
        return "%d issued: %d completed, %d failed%s, %d unfinished. %d not sent."
                .formatted(
                        totals.issued(),
                        totals.completed(),
                        totals.failed(),
                        totals.failed() == 0 ? "" : " " + account.failures(),
                        totals.unfinished(),
                        totals.notSent());
    }

    private String latencies() {
        return latency() + "; the simulator itself was late by " + micros(account.lateness()) + ".";
    }

    private String latency() {
        return account.totals().completed() == 0
                ? "No latency, as none was completed"
                : "Latency " + micros(account.latencies());
    }

    private static String micros(LatencySummary latencies) {
        return "p50 %d us, p99 %d us, p99.9 %d us, max %d us"
                .formatted(latencies.p50Micros(), latencies.p99Micros(), latencies.p999Micros(), latencies.maxMicros());
    }

    private Stream<String> strangers() {
        long unknown = account.totals().unknownArrivals();
        return unknown == 0
                ? Stream.empty()
                : Stream.of("%d calls to the receiver belonged to no request in flight.".formatted(unknown));
    }

    private Stream<String> layout() {
        if (history == null) {
            return Stream.empty();
        }
        return Stream.of(
                history.error() == null
                        ? "Changes of the layout meanwhile: %d."
                                .formatted(history.changes().size())
                        : "What became of the layout could not be read from %s: %s"
                                .formatted(history.url(), history.error()));
    }
}

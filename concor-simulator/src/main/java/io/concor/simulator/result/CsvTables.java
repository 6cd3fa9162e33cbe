package io.concor.simulator.result;

import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.SecondStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The CSV tables: one line per second, and one per window of 10 ms. The lines are lazy: a long run has millions. */
final class CsvTables {

    private static final int WINDOW_MILLIS = 1000 / LoadStatistics.WINDOWS_PER_SECOND;
    private static final String SECONDS_HEADER =
            "second,rate,issued,completed,failed,notSent,inFlight,meanMicros,p50Micros,"
                    + "p90Micros,p99Micros,p999Micros,maxMicros,lateP99Micros,lateMaxMicros";
    private static final String WINDOWS_HEADER = "millis,issued,completed,due";

    private CsvTables() {}

    static Stream<String> seconds(List<SecondStatistics> seconds) {
        return Stream.concat(Stream.of(SECONDS_HEADER), seconds.stream().map(CsvTables::line));
    }

    static Stream<String> windows(LoadStatistics statistics) {
        int[] issued = statistics.issuedWindows();
        int[] completed = statistics.completedWindows();
        int[] due = statistics.dueWindows();
        return Stream.concat(
                Stream.of(WINDOWS_HEADER),
                IntStream.range(0, Math.max(issued.length, completed.length))
                        .mapToObj(window -> Stream.of(issued, completed, due)
                                .map(counts -> Integer.toString(countAt(counts, window)))
                                .collect(Collectors.joining(",", window * WINDOW_MILLIS + ",", ""))));
    }

    private static int countAt(int[] counts, int window) {
        return window < counts.length ? counts[window] : 0;
    }

    private static String line(SecondStatistics second) {
        LatencySummary latencies = second.latencies();
        return String.format(
                Locale.ROOT,
                "%d,%d,%d,%d,%d,%d,%d,%.1f,%d,%d,%d,%d,%d,%d,%d",
                second.second(),
                second.rate(),
                second.issued(),
                second.completed(),
                second.failed(),
                second.notSent(),
                second.inFlight(),
                latencies.meanMicros(),
                latencies.p50Micros(),
                latencies.p90Micros(),
                latencies.p99Micros(),
                latencies.p999Micros(),
                latencies.maxMicros(),
                second.lateness().p99Micros(),
                second.lateness().maxMicros());
    }
}

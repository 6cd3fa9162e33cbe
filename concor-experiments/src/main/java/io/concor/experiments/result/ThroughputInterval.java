package io.concor.experiments.result;

import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.LoadStatistics;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Throughput in the five seconds from a layout change, or from the corresponding time in a run without one.
 *
 * @param operation the change: {@code add}, {@code delete} or {@code none}
 * @param atSeconds start of the interval, in seconds from the start of the run
 * @param tookMillis duration of the change until its response; 0 without a change
 * @param perSecond requests completed in each second of the interval
 * @param fewestPerSecond minimum of requests completed in 100 consecutive windows of 10 ms that end in the interval. It
 *     detects a pause that spans two seconds, or that is compensated within its second
 * @param mostInFlight maximum of requests issued and not completed at the end of a window of 10 ms
 * @param fewest minimum of requests completed in a window of 10 ms
 * @param fewestIssued minimum of requests issued in a window of 10 ms
 * @param mostDue maximum of requests due and not completed at the end of a window of 10 ms: also those that the simulator
 *     issues late; null in results that do not contain it
 * @param latestMicros maximum lateness of the simulator in the seconds of the interval; null in results that do not
 *     contain it
 */
public record ThroughputInterval(
        String operation,
        double atSeconds,
        double tookMillis,
        List<Integer> perSecond,
        int fewestPerSecond,
        int mostInFlight,
        int fewest,
        int fewestIssued,
        @Nullable Integer mostDue,
        @Nullable Long latestMicros) {

    /** Duration of an interval in seconds. */
    public static final int SECONDS = 5;

    private static final int WINDOWS = LoadStatistics.WINDOWS_PER_SECOND;

    /** Returns the interval from a change. */
    public static ThroughputInterval of(SimulatorResult result, String operation, SentControlRequest change) {
        return of(result, operation, change.atSeconds(), change.tookMillis());
    }

    /** Returns the interval from the time of a change, in a run without it. */
    public static ThroughputInterval without(SimulatorResult result, SentControlRequest change) {
        return of(result, "none", change.atSeconds(), 0);
    }

    /** Divides a run without changes into intervals, from one second to another. */
    public static List<ThroughputInterval> noise(SimulatorResult result, int from, int to) {
        return IntStream.iterate(from, at -> at + SECONDS <= to, at -> at + SECONDS)
                .mapToObj(at -> of(result, "none", at, 0))
                .toList();
    }

    private static ThroughputInterval of(
            SimulatorResult result, String operation, double atSeconds, double tookMillis) {
        int first = (int) (atSeconds * WINDOWS);
        int[] issued = until(result.account().issuedWindows(), first + SECONDS * WINDOWS);
        int[] completed = until(result.account().completedWindows(), first + SECONDS * WINDOWS);
        int[] due = until(result.account().dueWindows(), first + SECONDS * WINDOWS);
        List<Integer> perSecond = IntStream.range(0, SECONDS)
                .map(second -> second(completed, first + second * WINDOWS).sum())
                .boxed()
                .toList();
        return new ThroughputInterval(
                operation,
                atSeconds,
                tookMillis,
                perSecond,
                fewestPerSecond(completed, first),
                mostInFlight(issued, completed, first),
                least(completed, first),
                least(issued, first),
                mostInFlight(due, completed, first),
                latestMicros(result, (int) atSeconds));
    }

    private static long latestMicros(SimulatorResult result, int from) {
        return result.account().seconds().stream()
                .filter(second -> second.second() >= from && second.second() <= from + SECONDS)
                .mapToLong(second -> second.lateness().maxMicros())
                .max()
                .orElse(0);
    }

    /** Returns the windows up to this one, filled with zeros if the run had fewer. */
    private static int[] until(int[] windows, int end) {
        return Arrays.copyOf(windows, end);
    }

    private static int mostInFlight(int[] begun, int[] completed, int from) {
        int inFlight = 0;
        int most = 0;
        for (int window = 0; window < begun.length; window++) {
            inFlight += begun[window] - completed[window];
            most = window < from ? 0 : Math.max(most, inFlight);
        }
        return most;
    }

    private static int fewestPerSecond(int[] completed, int from) {
        return IntStream.rangeClosed(Math.max(0, from + 1 - WINDOWS), completed.length - WINDOWS)
                .map(first -> second(completed, first).sum())
                .min()
                .orElse(0);
    }

    private static int least(int[] windows, int from) {
        return IntStream.of(windows).skip(from).min().orElse(0);
    }

    private static IntStream second(int[] windows, int from) {
        return IntStream.of(windows).skip(from).limit(WINDOWS);
    }
}

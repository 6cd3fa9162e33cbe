package io.concor.experiments.result;

import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.LoadStatistics;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What was completed from a moment on at which the layout changed, or could have.
 *
 * @param operation what was done: {@code add}, {@code delete} or {@code none}
 * @param atSeconds when, since the start of the run
 * @param tookMillis until the change was answered; 0 where there was none
 * @param perSecond completed in the first, the second... second from then on
 * @param fewestPerSecond completed in any 100 windows of 10 ms in a row that end in these seconds: so no pause is shared
 *     by two seconds, and one that begins with the change shows although it is made good soon
 * @param mostInFlight issued and not completed at the end of any 10 ms of these seconds
 * @param fewest completed in any 10 ms of these seconds
 * @param fewestIssued issued by the simulator in any 10 ms of these seconds
 */
public record ThroughputInterval(
        String operation,
        double atSeconds,
        double tookMillis,
        List<Integer> perSecond,
        int fewestPerSecond,
        int mostInFlight,
        int fewest,
        int fewestIssued) {

    /** In seconds. */
    public static final int WATCHED = 5;

    private static final int WINDOWS = LoadStatistics.WINDOWS_PER_SECOND;

    /** A change, and what was completed from then on. */
    public static ThroughputInterval of(SimulatorResult outcome, String operation, SentControlRequest change) {
        return of(outcome, operation, change.atSeconds(), change.tookMillis());
    }

    /** The moment of a change in a run without one. */
    public static ThroughputInterval without(SimulatorResult outcome, SentControlRequest change) {
        return of(outcome, "none", change.atSeconds(), 0);
    }

    /** All of a run in which nothing changes, from one second to another, in stretches as long as is watched. */
    public static List<ThroughputInterval> noise(SimulatorResult outcome, int from, int to) {
        return IntStream.iterate(from, at -> at + WATCHED <= to, at -> at + WATCHED)
                .mapToObj(at -> of(outcome, "none", at, 0))
                .toList();
    }

    private static ThroughputInterval of(
            SimulatorResult outcome, String operation, double atSeconds, double tookMillis) {
        int first = (int) (atSeconds * WINDOWS);
        int[] issued = until(outcome.account().issuedWindows(), first + WATCHED * WINDOWS);
        int[] completed = until(outcome.account().completedWindows(), first + WATCHED * WINDOWS);
        List<Integer> perSecond = IntStream.range(0, WATCHED)
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
                least(issued, first));
    }

    /** Also where nothing happened any more from some window on. */
    private static int[] until(int[] windows, int end) {
        return Arrays.copyOf(windows, end);
    }

    private static int mostInFlight(int[] issued, int[] completed, int from) {
        int inFlight = 0;
        int most = 0;
        for (int window = 0; window < issued.length; window++) {
            inFlight += issued[window] - completed[window];
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

package io.concor.simulator;

import io.concor.simulator.load.SecondStatistics;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints a line for each second, with a heading every 20 lines. */
final class ProgressPrinter {

    private static final int LINES_PER_HEADING = 20;
    private static final String HEADING =
            "second    rate  issued completed  failed not sent in flight" + "    p50 ms    p99 ms    max ms   late ms";
    private static final String LINE = "%6d %7d %7d %9d %7d %8d %9d %9.2f %9.2f %9.2f %9.2f";

    private final PrintWriter out;
    private int lines;

    ProgressPrinter(PrintWriter out) {
        this.out = out;
    }

    /**
     * Prints a second.
     *
     * @param number index of the second, from the start of the run; negative in the lead-in
     */
    void print(SecondStatistics second, int number) {
        if (lines++ % LINES_PER_HEADING == 0) {
            out.println(HEADING);
        }
        out.println(line(second, number));
        out.flush();
    }

    private static String line(SecondStatistics second, int number) {
        return String.format(
                Locale.ROOT,
                LINE,
                number,
                second.rate(),
                second.issued(),
                second.completed(),
                second.failed(),
                second.notSent(),
                second.inFlight(),
                millis(second.latencies().p50Micros()),
                millis(second.latencies().p99Micros()),
                millis(second.latencies().maxMicros()),
                millis(second.lateness().maxMicros()));
    }

    private static double millis(long micros) {
        return micros / 1000.0;
    }
}

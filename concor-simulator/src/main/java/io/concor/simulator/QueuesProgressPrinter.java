package io.concor.simulator;

import io.concor.simulator.queues.QueuesSecond;
import io.concor.simulator.queues.http.QueueCall;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints a line for each second, with a heading every 20 lines. */
final class QueuesProgressPrinter {

    private static final int LINES_PER_HEADING = 20;
    private static final String HEADING =
            "second requests  errors    send    list receive     end    p50 ms    p99 ms    max ms";
    private static final String LINE = "%6d %8d %7d %7d %7d %7d %7d %9.2f %9.2f %9.2f";
    private static final double MICROS_PER_MILLI = 1000;

    private final PrintWriter out;
    private int lines;

    QueuesProgressPrinter(PrintWriter out) {
        this.out = out;
    }

    void print(QueuesSecond second) {
        if (lines++ % LINES_PER_HEADING == 0) {
            out.println(HEADING);
        }
        out.println(String.format(
                Locale.ROOT,
                LINE,
                second.second(),
                second.requests(),
                second.errors(),
                count(second, QueueCall.SEND),
                count(second, QueueCall.LIST),
                count(second, QueueCall.RECEIVE),
                count(second, QueueCall.END),
                second.latencies().p50Micros() / MICROS_PER_MILLI,
                second.latencies().p99Micros() / MICROS_PER_MILLI,
                second.latencies().maxMicros() / MICROS_PER_MILLI));
        out.flush();
    }

    private static long count(QueuesSecond second, QueueCall call) {
        return second.calls().getOrDefault(call.title(), 0L);
    }
}

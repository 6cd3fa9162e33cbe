package io.concor.simulator;

import io.concor.simulator.load.LeadIn;
import io.concor.simulator.load.SecondStatistics;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Prints a line for each second of a lead-in, and a warning at its end if the service was not ready. */
final class LeadInProgressPrinter implements Consumer<SecondStatistics> {

    /** Warn if more than a tenth of the requests were lost. A pause of the garbage collector costs less. */
    private static final int TOLERATED_LOSS_DIVISOR = 10;

    private final LeadIn leadIn;
    private final ProgressPrinter progress;
    private final PrintWriter out;
    private int due;
    private int lost;

    LeadInProgressPrinter(LeadIn leadIn, ProgressPrinter progress, PrintWriter out) {
        this.leadIn = leadIn;
        this.progress = progress;
        this.out = out;
    }

    /** Prints a second. The numbers are negative, so that the run begins with 0. */
    @Override
    public void accept(SecondStatistics second) {
        if (second.second() == 0) {
            out.println("Lead-in of %d s, not counted:".formatted(leadIn.seconds()));
        }
        progress.print(second, second.second() - leadIn.seconds());
        if (second.second() >= leadIn.growingSeconds()) {
            due += second.rate();
            lost += second.failed() + second.notSent();
        }
        if (second.second() == leadIn.seconds() - 1) {
            printEnd();
        }
    }

    private void printEnd() {
        if ((long) lost * TOLERATED_LOSS_DIVISOR > due) {
            out.println(("The service was not ready: in the last %d s of the lead-in, at %d requests per second, %d"
                            + " requests failed or were not sent. Use a longer --lead-in, or a larger --lead-in-flight"
                            + " if the latency of the service is high.")
                    .formatted(leadIn.seconds() - leadIn.growingSeconds(), leadIn.rate(), lost));
        }
        out.println("The run begins:");
        out.flush();
    }
}

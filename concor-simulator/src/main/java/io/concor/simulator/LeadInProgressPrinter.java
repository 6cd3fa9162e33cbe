package io.concor.simulator;

import io.concor.simulator.load.SecondStatistics;
import io.concor.simulator.profile.LeadIn;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Tells of a lead-in: a line for each second, and in the end whether the service was ready for the run. */
final class LeadInProgressPrinter implements Consumer<SecondStatistics> {

    /** One of so many lost is too many; fewer are what a pause of the garbage collector costs. */
    private static final int MANY = 10;

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

    /** Its seconds count down to 0, the first of the run. */
    @Override
    public void accept(SecondStatistics second) {
        if (second.second() == 0) {
            out.println("Lead-in of %d s, which is not counted:".formatted(leadIn.seconds()));
        }
        progress.show(second, second.second() - leadIn.seconds());
        if (second.second() >= leadIn.growingSeconds()) {
            due += second.rate();
            lost += second.failed() + second.notSent();
        }
        if (second.second() == leadIn.seconds() - 1) {
            end();
        }
    }

    private void end() {
        if ((long) lost * MANY > due) {
            out.println(
                    ("The service was not ready for the run: at the end of the lead-in, in %d s at %d per second, %d"
                                    + " requests failed or were not sent. A longer --lead-in may help; where the service takes long by"
                                    + " itself, a larger --lead-in-flight.")
                            .formatted(leadIn.seconds() - leadIn.growingSeconds(), leadIn.rate(), lost));
        }
        out.println("The run begins:");
        out.flush();
    }
}

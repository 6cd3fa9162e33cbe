package io.concor.diagnosis.forecast;

import io.concor.diagnosis.situation.Situation;

/**
 * How many processors would be used at another rate. What other processes use grows with it if this one uses more than they do:
 * then they may serve the flow, or load it. Otherwise they are taken to do something else. What the compiler of the JVM uses
 * counts as free: it needs little once the application is warm. So does what Concor uses to observe and predict.
 *
 * @param growing the number of processors whose use grows with the rate
 * @param fixed the number of those that remain in use at any rate
 * @param processors how many there are
 */
public record ProcessorGrowth(double growing, double fixed, double processors) {

    private static final double LARGEST_FACTOR = 1_000;

    /** Derives it from the present use. */
    public static ProcessorGrowth of(Situation situation) {
        double own = situation.host().lastingUse();
        double others = situation.host().others();
        return own >= others
                ? new ProcessorGrowth(own + others, 0, situation.host().processors())
                : new ProcessorGrowth(own, others, situation.host().processors());
    }

    /** Returns how many processors would be used at a multiple of the present rate. */
    double usedAt(double factor) {
        return factor * growing + fixed;
    }

    /** Returns at how many times the present rate all processors would be used, 1 to 1,000. */
    public double most() {
        double free = processors - fixed;
        return free >= LARGEST_FACTOR * growing ? LARGEST_FACTOR : Math.max(1, free / growing);
    }

    /** Returns what is taken to grow, in words. */
    public String inWords() {
        return fixed == 0 ? "all processor use" : "the processor use of this process";
    }
}

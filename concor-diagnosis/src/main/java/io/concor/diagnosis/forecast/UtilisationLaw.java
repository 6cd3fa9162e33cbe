package io.concor.diagnosis.forecast;

import io.concor.diagnosis.situation.Situation;
import java.util.concurrent.TimeUnit;

/**
 * Corrects the sampled times of tasks whose threads are always busy. Samples are few, and some may be of former seconds,
 * when the JVM had not compiled the code, say. How long threads are busy, and with how many events, is known exactly
 * (utilisation law; Denning and Buzen, The Operational Analysis of Queueing Network Models, ACM Computing Surveys 10(3),
 * 1978).
 */
final class UtilisationLaw {

    private static final double ALWAYS_BUSY = 0.95;
    /** An event that has timed out in the queue takes a thread no time. How many did so there is not known. */
    private static final double FEW_TIMEOUTS = 0.02;

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private UtilisationLaw() {}

    /** Returns by what to multiply the sampled times of a component; 1 if they are the best that is known. */
    static double correction(Situation situation, int component) {
        int slot = situation.slotServing(component);
        return slot < 0
                        || situation.isTransition(component)
                        || situation.stage(slot).busy() < ALWAYS_BUSY
                        || situation.traffic().timedOut() > FEW_TIMEOUTS
                ? 1
                : correctionOfStage(situation, slot);
    }

    private static double correctionOfStage(Situation situation, int slot) {
        double busy = situation.stage(slot).busy() * situation.stage(slot).threads() * NANOS_PER_SECOND;
        double sampled = situation
                .stage(slot)
                .components()
                .filter(i -> !situation.isTransition(i))
                .mapToDouble(situation::meanNanos)
                .sum();
        double taken = situation.stage(slot).taken();
        return sampled <= 0 || taken <= 0 ? 1 : busy / taken / sampled;
    }
}

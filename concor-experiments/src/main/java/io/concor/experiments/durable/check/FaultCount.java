package io.concor.experiments.durable.check;

import io.concor.experiments.durable.fault.Fault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * How often a fault is to happen.
 *
 * @param count at least one
 */
public record FaultCount(Fault fault, int count) {

    public FaultCount {
        if (count < 1) {
            throw new IllegalArgumentException(
                    "%s is to happen %d times: it must be at least once".formatted(fault, count));
        }
    }

    /** Reads {@code kill-jvm:300}, or {@code kill-jvm} for one. */
    public static FaultCount parse(String text) {
        String[] parts = text.split(":");
        return new FaultCount(Fault.parse(parts[0]), parts.length == 1 ? 1 : Integer.parseInt(parts[1]));
    }

    /** Returns the faults in a random order. */
    static List<Fault> shuffled(List<FaultCount> counts, Random random) {
        List<Fault> all = new ArrayList<>();
        counts.forEach(each -> all.addAll(Collections.nCopies(each.count, each.fault)));
        Collections.shuffle(all, random);
        return all;
    }
}

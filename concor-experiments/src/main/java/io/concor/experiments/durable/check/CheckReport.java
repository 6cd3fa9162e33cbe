package io.concor.experiments.durable.check;

import io.concor.experiments.durable.fault.Fault;
import java.util.Map;

/**
 * What a check has found, and under which faults.
 *
 * @param ordered whether the program promises the order of keys
 * @param faults how often each fault happened
 * @param seconds from the first event until all were handled
 */
public record CheckReport(CheckResult result, boolean ordered, Map<Fault, Integer> faults, double seconds) {

    public CheckReport {
        faults = Map.copyOf(faults);
    }

    /** Returns whether the program has kept what it promises. */
    public boolean passed() {
        return result.correct(ordered);
    }
}

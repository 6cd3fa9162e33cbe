package io.concor.experiments.result;

import java.util.List;

/**
 * A day under one preset.
 *
 * @param preset its name
 * @param phases in their order
 * @param longerSeconds how long after the end of the day the last record got its final answer
 * @param downSeconds how long the database was down, or 0
 * @param sums what was sent, and what the database contains
 */
public record DayRun(
        String preset, List<DayPhaseResult> phases, double longerSeconds, double downSeconds, DaySums sums) {

    /** Returns what happened in a phase. */
    public DayPhaseResult phase(String name) {
        return phases.stream()
                .filter(phase -> phase.phase().equals(name))
                .findAny()
                .orElseThrow();
    }
}

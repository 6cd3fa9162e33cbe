package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StoreLoad;
import java.util.stream.IntStream;

/**
 * The ways of events to and from stored slots, on which the autopilot changes nothing but numbers of threads. A join behind a
 * stored slot would end its stage, whose effects and removal are one transaction; one before it would keep callers from putting
 * events in their transactions.
 */
record StoredWays(Situation situation) {

    /** Whether a join may be added in front of a component, or removed from there. */
    boolean permit(int component) {
        int serving = situation.slotServing(component);
        boolean behind = serving >= 0 && StoreLoad.isStored(situation, serving);
        return !behind && !isBefore(component);
    }

    /** Callers bring events from here to a stored slot. */
    private boolean isBefore(int component) {
        return situation.stages().isRunByCallers(component)
                && IntStream.range(component + 1, situation.components())
                        .takeWhile(next -> !situation.isTransition(next - 1))
                        .filter(next -> situation.settings(next) != null)
                        .limit(1)
                        .anyMatch(next -> StoreLoad.isStored(situation, next));
    }
}

package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.diagnosis.advice.ThreadNeeds;
import io.concor.diagnosis.signal.FlowWindow.TransactionRange;
import io.concor.diagnosis.situation.Situation;
import io.concor.layout.Stages;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a change must not do to transactions. An event in a transaction holds a connection, also while it waits: so no queue
 * is put between the components of a scope, and the threads that begin transactions do not become more than the connections.
 */
record TransactionGuard(Situation situation) {

    boolean allows(Candidate change) {
        OptionalInt connections = new ThreadNeeds(situation).connections();
        return situation.flow().transactions().stream()
                .noneMatch(scope -> putsAQueueInto(scope, change)
                        || connections.isPresent() && exceeds(connections.getAsInt(), scope.first(), change));
    }

    private boolean putsAQueueInto(TransactionRange scope, Candidate change) {
        return scope.components()
                .skip(1)
                .filter(slot -> situation.settings(slot) == null)
                .anyMatch(slot -> change.slots()
                        .getOrDefault(situation.name(slot), Optional.empty())
                        .isPresent());
    }

    private boolean exceeds(int connections, int first, Candidate change) {
        int after = threads(change.stages(situation), first);
        return after > connections && after > threads(situation.stages(), first);
    }

    /** Returns how many threads begin transactions at a component; 0 if they are not those of a slot. */
    private static int threads(Stages stages, int component) {
        JoinSettings join = stages.join(component);
        return join == null ? 0 : join.threads();
    }
}

package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.diagnosis.advice.ThreadBounds;
import io.concor.diagnosis.situation.Situation;
import io.concor.layout.Topology.TransactionScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a change must not do to transactions. An event in a transaction holds a connection, also while it waits: so no queue
 * is put between the components of a scope, and the threads that begin transactions do not become more than the connections.
 */
final class TransactionGuard {

    private final Situation situation;
    private final List<String> components;
    private final List<TransactionScope> scopes;
    private final Map<String, JoinSettings> present;
    private final OptionalInt connections;

    TransactionGuard(List<TransactionScope> scopes, Situation situation) {
        this.situation = situation;
        this.components = situation.indices().mapToObj(situation::name).toList();
        this.scopes = scopes;
        this.present = situation.flow().layout().slots();
        this.connections = new ThreadBounds(situation).connections();
    }

    boolean allows(Candidate change) {
        return scopes.stream().noneMatch(scope -> putsAQueueInto(scope, change) || exceedsConnections(scope, change));
    }

    private boolean putsAQueueInto(TransactionScope scope, Candidate change) {
        return range(scope)
                .skip(1)
                .mapToObj(components::get)
                .anyMatch(slot -> !present.containsKey(slot)
                        && change.slots().getOrDefault(slot, Optional.empty()).isPresent());
    }

    private boolean exceedsConnections(TransactionScope scope, Candidate change) {
        int after = threads(scope, change.after(present));
        return connections.isPresent() && after > connections.getAsInt() && after > threads(scope, present);
    }

    /** Returns how many threads begin the transactions of a scope; 0 if they are not those of a slot. */
    private int threads(TransactionScope scope, Map<String, JoinSettings> layout) {
        int first = components.indexOf(scope.from());
        return IntStream.iterate(first, i -> i >= 0 && (i == first || !situation.isTransition(i)), i -> i - 1)
                .mapToObj(components::get)
                .flatMap(component -> Stream.ofNullable(layout.get(component)))
                .mapToInt(JoinSettings::threads)
                .findFirst()
                .orElse(0);
    }

    private IntStream range(TransactionScope scope) {
        return IntStream.rangeClosed(components.indexOf(scope.from()), components.indexOf(scope.to()));
    }
}

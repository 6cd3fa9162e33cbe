package io.concor.engine.definition;

import io.concor.EventStore;
import io.concor.InvalidFlowException;
import io.concor.QueueKind;
import io.concor.queue.QueueStore;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stores that a flow is given while it is built. */
public final class GivenStores {

    private final String flow;
    private final Map<QueueKind, QueueStore> stores = new EnumMap<>(QueueKind.class);
    private @Nullable QueueStore deadLetters;

    public GivenStores(String flow) {
        this.flow = flow;
    }

    /** Adds a store for queues of its own kind. */
    public void add(EventStore store) {
        add(store.kind(), usable(store));
    }

    /** Adds a store for remote queues, whatever its own kind. */
    public void addRemote(EventStore store) {
        add(QueueKind.REMOTE, usable(store));
    }

    private void add(QueueKind kind, QueueStore store) {
        if (stores.putIfAbsent(kind, store) != null) {
            throw invalid("it has two stores for " + kind + " queues", "Give it one");
        }
    }

    private QueueStore usable(EventStore store) {
        if (!(store instanceof QueueStore usable)) {
            throw invalid("its store '" + store.name() + "' was not made for flows", "Use one of a module of Concor");
        }
        return usable;
    }

    public void keepDeadLetters(EventStore store) {
        QueueStore usable = usable(store);
        if (usable.kind() != QueueKind.DURABLE) {
            throw invalid("its store '" + usable.name() + "' keeps no dead letters", "Use one for durable queues");
        }
        deadLetters = usable;
    }

    /** Returns what keeps dead letters, or null. */
    public @Nullable QueueStore deadLetters() {
        return deadLetters;
    }

    /** Returns the store of each kind. One that keeps dead letters is also that of durable queues. */
    public Map<QueueKind, QueueStore> all() {
        QueueStore keeper = deadLetters;
        if (keeper != null && stores.get(keeper.kind()) != keeper) {
            add(keeper.kind(), keeper);
        }
        return Map.copyOf(stores);
    }

    private InvalidFlowException invalid(String what, String remedy) {
        return new InvalidFlowException(flow, null, what, remedy);
    }
}

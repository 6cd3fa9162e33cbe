package io.concor.engine;

import io.concor.Delivery;
import io.concor.QueueStoreException;
import io.concor.RefusedException;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.AcceptFuture;
import io.concor.engine.event.Context;
import io.concor.engine.event.Passage;
import io.concor.engine.stored.EventIds;
import io.concor.engine.stored.StoredSlot;
import io.concor.layout.FlowGraph;
import io.concor.text.Sentence;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Accepts events: their callers await that they are safe in a store, and may put them in a transaction of the store. */
final class Acceptance {

    private final FlowParts parts;
    private final FlowDefinition flow;
    private final Dispatcher dispatcher;

    Acceptance(FlowParts parts, Dispatcher dispatcher) {
        this.parts = parts;
        this.flow = parts.definition();
        this.dispatcher = dispatcher;
    }

    CompletableFuture<?> accept(@Nullable Object event, @Nullable Delivery delivery) {
        try {
            dispatcher.requireEntrance();
            StoredSlot first = firstStored();
            if (first == null) {
                requireNoDelivery(delivery);
            } else if (first.store().isInTransaction()) {
                return acceptInTransaction(event, passage(delivery), first);
            }
            return dispatcher.accept(event, delivery == null ? null : passage(delivery));
        } catch (QueueStoreException | RefusedException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private void requireNoDelivery(@Nullable Delivery delivery) {
        if (delivery != null) {
            throw new QueueStoreException(
                    Sentence.of(
                            "Flow '%s' has no durable or remote queue that could keep an id or a delay. Set queue: durable at one of its slots",
                            flow.name()),
                    false,
                    null);
        }
    }

    private static Passage passage(@Nullable Delivery delivery) {
        String id = delivery == null ? null : delivery.id();
        Passage passage = new Passage(id == null ? EventIds.next() : id);
        passage.delivery = delivery;
        return passage;
    }

    /** Returns the first slot on the way of events into which they go by a store, or null. */
    private @Nullable StoredSlot firstStored() {
        return way().mapToObj(parts.storages()::at)
                .filter(storage -> storage != null && storage.isStoring())
                .findFirst()
                .orElse(null);
    }

    private IntStream way() {
        return IntStream.iterate(flow.graph().entry(), i -> i != FlowGraph.END, flow.graph()::next);
    }

    /** The components before the store run here: its transaction does not leave the thread. */
    private CompletableFuture<?> acceptInTransaction(@Nullable Object event, Passage passage, StoredSlot first) {
        requireOnThisThread(first);
        requireRoom(first);
        AcceptFuture result = new AcceptFuture();
        Context context = dispatcher.admit(event, passage);
        parts.path().stage(first.slot()).runToStore(context, result, (put, at) -> first.transactionPuts()
                .put(put, at, result));
        return result;
    }

    private void requireRoom(StoredSlot first) {
        try {
            first.transactionPuts().requireRoom();
        } catch (RefusedException full) {
            parts.gate().countRefusal(full.reason());
            throw full;
        }
    }

    private void requireOnThisThread(StoredSlot first) {
        way().takeWhile(i -> i != first.slot()).forEach(i -> {
            boolean queued = parts.path().routing().join(i) != null;
            if (queued || flow.component(i).kind().leavesThread()) {
                throw new QueueStoreException(
                        Sentence.of(
                                "Flow '%s' cannot put an event into the queue of '%s' in a transaction of the caller: before it, '%s' %s. Empty that slot, or call outside of a transaction",
                                flow.name(),
                                flow.component(first.slot()).name(),
                                flow.component(i).name(),
                                queued ? "has a join, whose threads are not in the transaction" : "leaves the thread"),
                        false,
                        null);
            }
        });
    }
}

package io.concor.engine.requeue;

import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.pool.StagePath;
import io.concor.engine.retry.DeadLetters;
import io.concor.engine.stored.StoredFlow;
import io.concor.engine.stored.StoredSlot;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredQueue;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What brings events of stores to slots that do not keep theirs there: at most one for each slot and store. Changed by the holder
 * of the flow's lock only; any thread may read.
 */
public final class RequeueIntakes {

    private final FlowDefinition definition;
    private final StoredFlow flow;
    private final IntFunction<StagePath> stages;
    private final Executor threads;
    private final DeadLetters deadLetters;
    /** Keeps in its store what fails again in the first slot; null if none does. */
    private final @Nullable StoredLetters letters;

    private final List<RequeueIntake> intakes = new CopyOnWriteArrayList<>();

    public RequeueIntakes(
            StoredFlow flow,
            IntFunction<StagePath> stages,
            Executor threads,
            DeadLetters deadLetters,
            @Nullable StoredLetters letters) {
        this.definition = flow.definition();
        this.flow = flow;
        this.stages = stages;
        this.threads = threads;
        this.deadLetters = deadLetters;
        this.letters = letters;
    }

    /** Returns the queue of a slot in a store, opened if it is not yet. */
    public StoredQueue open(int slot, QueueStore store) {
        return intakes.stream()
                .filter(intake -> intake.isFor(slot, store))
                .findFirst()
                .orElseGet(() -> add(slot, store, store.open(flow.definition(slot))))
                .queue();
    }

    /** Brings what is in a queue to the component of its slot from {@link #begin} on, unless a storage does. */
    public void keep(int slot, QueueStore store, StoredQueue queue) {
        forget(slot, store);
        add(slot, store, queue);
    }

    /**
     * A slot has a storage, which brings what lies in other stores, too. Not where dead letters of the flow are kept: what fails
     * again is kept again; nor where events are on their way already, which others would overtake.
     */
    public void leaveTo(StoredSlot storage) {
        for (RequeueIntake intake : intakes) {
            if (intake.slot() == storage.slot() && intake.store() != storage.store() && intake.mayBeLeft()) {
                intakes.remove(intake);
                storage.others().add(other(storage, intake));
            }
        }
    }

    private StoredSlot other(StoredSlot storage, RequeueIntake intake) {
        intake.queue().use(storage.queue().definition());
        return new StoredSlot(flow, intake.slot(), intake.store(), intake.queue(), stages.apply(intake.slot()));
    }

    /** Returns whether it brings, or is about to bring, what lies in a store. */
    public boolean bring(int slot, QueueStore store) {
        return intakes.stream().anyMatch(intake -> intake.isFor(slot, store));
    }

    /** Brings what is left to be brought to a slot from now on. */
    public void begin(int slot) {
        intakes.stream().filter(intake -> intake.slot() == slot).forEach(RequeueIntake::deliver);
    }

    private RequeueIntake add(int slot, QueueStore store, StoredQueue queue) {
        StoredLetters keeper =
                letters != null && slot == definition.graph().entry() && store == letters.store() ? letters : null;
        RequeueIntake added =
                new RequeueIntake(flow, slot, store, queue, stages.apply(slot), threads, deadLetters, keeper);
        intakes.add(added);
        return added;
    }

    /** The slot keeps its events in the store from now on, and has the queue. */
    public void forget(int slot, QueueStore store) {
        intakes.removeIf(intake -> intake.isFor(slot, store));
    }

    public boolean isEmpty() {
        return intakes.isEmpty();
    }

    /** Lets what was requeued enter from now on, where its components run in this process. */
    public void deliverAll() {
        intakes.stream().filter(intake -> definition.isHere(intake.slot())).forEach(RequeueIntake::deliver);
    }

    /** Brings no further event. */
    public void stopAll() {
        intakes.forEach(RequeueIntake::stop);
    }

    /** The flow has stopped. */
    public void closeAll() {
        intakes.forEach(RequeueIntake::close);
        intakes.clear();
    }
}

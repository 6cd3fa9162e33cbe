package io.concor.engine.stored;

import io.concor.engine.event.Context;
import io.concor.engine.pool.StagePath;
import io.concor.engine.pool.Storage;
import io.concor.engine.pool.Worker;
import io.concor.layout.FlowGraph;
import io.concor.queue.Ending;
import io.concor.queue.EventHeaders;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The handling of one stored event by a worker: its stage, and what becomes of it when the transaction has ended. */
class StoredAttempt {

    private static final int NOT_RUN = -1;

    private final Context context;
    private final StoredPassage passage;
    private final Worker worker;
    private final StoredSlot slot;
    private final StagePath stage;
    private @Nullable JoinedTransaction joined;
    /** Index of the component at which the event leaves its stage. */
    private int reached = NOT_RUN;
    /** How it ends in the store, or null if it goes on in memory and ends there later. */
    private @Nullable Ending ending;

    /** What counts the event as about to come into the next slot, or null. */
    private @Nullable StorageState handingTo;

    private @Nullable Throwable commitFailure;
    private int repeats;
    private boolean left;
    /** Whether the range that begins at the slot has a transaction of its own, which is rolled back alone. */
    private boolean rangeApart;

    StoredAttempt(StoredSlot slot, Context context, StoredPassage passage, Worker worker) {
        this.context = context;
        this.passage = passage;
        this.worker = worker;
        this.slot = slot;
        this.stage = slot.stage();
        if (context.lane == null) {
            context.takeLaneFrom(worker);
        }
    }

    final Context context() {
        return context;
    }

    final StoredEvent event() {
        return passage.event;
    }

    final StagePath stage() {
        return stage;
    }

    /** Whether no other event is to be handled in the same transaction. */
    boolean standsAlone() {
        return passage.event.alone();
    }

    /** Runs the event through its stage. Returns whether it may be committed. */
    boolean run() {
        begin();
        joined = slot.joinsRange() && !rangeApart ? new JoinedTransaction() : null;
        context.transaction = joined;
        runStage(headers());
        context.transaction = null;
        rangeApart |= context.error == null && joined != null && joined.isRolledBack();
        return context.error == null && (joined == null || !joined.isRolledBack()) && !leftWithinRange();
    }

    /** The event is as old as its attempt. */
    final void begin() {
        context.enteredNanos = slot.flow().now();
    }

    /** Sets the thread up for the event by what was put with it. */
    final EventHeaders.Restored headers() {
        return slot.restoreHeaders(passage.event);
    }

    final void runStage(EventHeaders.Restored restored) {
        passage.inTransaction(true);
        try (restored) {
            reached = runToNextSlot();
            if (context.error != null) {
                restored.failed(context.error);
            }
        } finally {
            passage.inTransaction(false);
        }
        ending = context.error == null ? endingAt(reached) : null;
    }

    /** Returns the index of the component at which the event leaves its stage. */
    int runToNextSlot() {
        return stage.run(context, worker);
    }

    final boolean hasFailed() {
        return context.error != null;
    }

    /** Whether a slot was filled within the range while the event was on its way, so that its transaction has to go on there. */
    boolean leftWithinRange() {
        return context.error == null && slot.isWithinRange(reached);
    }

    /** Handles the event anew, without a transaction of the store. */
    void serve() {
        restart();
        left = true;
        slot.serve(context, passage, worker);
    }

    /** Whether a catch component has handled an error of the range, whose effects must not be committed with the rest. */
    boolean isRecovered() {
        return context.error == null && rangeApart;
    }

    private @Nullable Ending endingAt(int at) {
        if (at == FlowGraph.END) {
            return new Ending.Handled();
        }
        Storage next = stage.storageAt(at);
        if (next instanceof StoredSlot other
                && other.store().base() == slot.store().base()
                && other.state().beginPut()) {
            handingTo = other.state();
            other.prepare(context);
            return context.error == null ? new Ending.HandedOn(other.queue(), other.prepared(context)) : null;
        }
        return null;
    }

    private void endHandOver() {
        StorageState to = handingTo;
        if (to != null) {
            handingTo = null;
            to.endPut();
        }
    }

    /** Undoes what an attempt has left in the context. */
    void restart() {
        endHandOver();
        context.restart();
        slot.intake().read(context, passage.event);
        context.enqueue(slot.slot(), true);
    }

    /** Its transaction, in which it was alone, is to be repeated. Returns how often that was asked before. */
    int repeated() {
        return repeats++;
    }

    void addTo(StoredBatch batch) {
        if (ending instanceof Ending.HandedOn) {
            slot.intake().followHandOver(passage.event);
        }
        if (ending != null) {
            batch.add(passage.event, ending);
        }
    }

    /** The event is about to leave the unit. */
    void leaves() {
        left = true;
        endHandOver();
    }

    /** The transaction was committed: the event goes where its stage has led it. */
    final void leave() {
        leaves();
        if (ending == null) {
            stage.proceed(context, reached, worker);
        } else if (ending instanceof Ending.HandedOn on) {
            passage.settle();
            slot.flow().awaited().stored(passage.id, on.to().definition().slot());
            stage.handOn(context, slot.flow().threads());
            slot.intake().left();
        } else {
            passage.settle();
            stage.end(context, worker);
        }
    }

    /** Whether it has an error that a catch component behind a slot in memory may handle, since it is not tried again. */
    boolean goesOnInMemory() {
        return context.error != null && goesOn() && !passage.isTriedAgain(context);
    }

    /** Whether it has come to another slot, behind which this process has components. */
    private boolean goesOn() {
        return reached != FlowGraph.END && reached >= 0 && !(stage.storageAt(reached) instanceof ExitSlot);
    }

    /** Returns how the event, which has failed, ends in the store. */
    Ending ending() {
        Ending decided = passage.failed(context);
        ending = decided;
        return decided;
    }

    /** The store knows that the event has failed, or is about to learn it. */
    void leaveFailed(Ending decided) {
        leaves();
        passage.settle();
        if (decided instanceof Ending.Postponed) {
            stage.release(context);
            slot.intake().left();
        } else {
            stage.end(context, worker);
        }
    }

    /** The store learns later that the event has failed. Until then events behind it wait, if it holds their order. */
    void endLater(Ending decided) {
        slot.intake().endLater(event(), decided);
        leaveFailed(decided);
    }

    void commitFailed(Throwable cause) {
        commitFailure = cause;
    }

    /** The event, which has no error of its own, fails with what kept its transaction from being committed. */
    void failWithCommit() {
        fail(Objects.requireNonNull(commitFailure));
    }

    /** The event fails at the component of the slot. */
    final void fail(Throwable cause) {
        context.fail(slot.slot(), cause);
        reached = NOT_RUN;
    }

    /** Gives the event back if it has to. Returns whether it did. */
    boolean goesBack() {
        if (!left && passage.isRecalled()) {
            giveBack();
        }
        return left;
    }

    void giveBack() {
        if (!left) {
            leaves();
            slot.intake().giveBack(context, passage.event);
        }
    }
}

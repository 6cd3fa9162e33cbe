package io.concor.engine.stored;

import io.concor.engine.event.Context;
import io.concor.engine.pool.StagePath;
import io.concor.engine.pool.Storage;
import io.concor.layout.FlowGraph;
import io.concor.queue.Ending;
import io.concor.queue.EventHeaders;
import io.concor.queue.StoredBatch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The handling of one stored event by a worker: its stage, and what becomes of it when the transaction has ended. */
final class StoredAttempt {

    private static final int NOT_RUN = -1;

    private final Context context;
    private final StoredPassage passage;
    private final StoredWorker worker;
    private final StoredSlot slot;
    private final StagePath stage;
    private @Nullable JoinedTransaction joined;
    /** Index of the component at which the event leaves its stage. */
    private int reached = NOT_RUN;
    /** How it ends in the store, or null if it goes on in memory and ends there later. */
    private @Nullable Ending ending;

    private @Nullable Throwable commitFailure;
    private int repeats;
    private boolean left;
    /** Whether the range that begins at the slot has a transaction of its own, which is rolled back alone. */
    private boolean rangeApart;

    StoredAttempt(StoredSlot slot, Context context, StoredPassage passage, StoredWorker worker) {
        this.context = context;
        this.passage = passage;
        this.worker = worker;
        this.slot = slot;
        this.stage = slot.stage();
        if (context.lane == null) {
            context.takeLaneFrom(worker);
        }
    }

    Context context() {
        return context;
    }

    /** Whether no other event is to be handled in the same transaction. */
    boolean standsAlone() {
        return passage.event.alone();
    }

    /** Runs the event through its stage. Returns whether it may be committed. */
    boolean run() {
        context.enteredNanos = slot.flow().now();
        joined = slot.joinsRange() && !rangeApart ? new JoinedTransaction() : null;
        context.transaction = joined;
        passage.inTransaction(true);
        try (EventHeaders.Restored headers = slot.restoreHeaders(passage.event)) {
            reached = stage.run(context, worker);
            if (context.error != null) {
                headers.failed(context.error);
            }
        } finally {
            passage.inTransaction(false);
        }
        context.transaction = null;
        ending = context.error == null ? endingAt(reached) : null;
        rangeApart |= context.error == null && joined != null && joined.isRolledBack();
        return context.error == null && (joined == null || !joined.isRolledBack()) && !leftWithinRange();
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
        if (next instanceof StoredSlot other && other.store() == slot.store() && other.isStoring()) {
            other.prepare(context);
            return context.error == null ? new Ending.HandedOn(other.queue(), other.prepared(context)) : null;
        }
        return null;
    }

    /** Undoes what an attempt has left in the context. */
    void restart() {
        context.restart();
        slot.intake().read(context, passage.event);
        context.enqueue(slot.slot(), true);
        repeats++;
    }

    int repeats() {
        return repeats;
    }

    void addTo(StoredBatch batch) {
        if (ending != null) {
            batch.add(passage.event, ending);
        }
    }

    /** The transaction was committed: the event goes where its stage has led it. */
    void leave() {
        left = true;
        if (ending == null) {
            stage.proceed(context, reached, worker);
        } else if (ending instanceof Ending.HandedOn) {
            passage.settle();
            stage.handOn(context);
            slot.intake().left();
        } else {
            passage.settle();
            stage.end(context, worker);
        }
    }

    /** Whether it has an error that a catch component behind a slot in memory may handle. */
    boolean goesOnInMemory() {
        return context.error != null && reached != FlowGraph.END && reached >= 0;
    }

    /** Returns how the event, which has failed, ends in the store. */
    Ending ending() {
        Ending decided = slot.intake().failed(context, passage.event);
        ending = decided;
        return decided;
    }

    /** The store knows that the event has failed. */
    void leaveFailed(Ending decided) {
        left = true;
        passage.settle();
        if (decided instanceof Ending.Postponed) {
            stage.release(context);
            slot.intake().left();
        } else {
            stage.end(context, worker);
        }
    }

    void commitFailed(Throwable cause) {
        commitFailure = cause;
    }

    /** The event, which has no error of its own, fails with what kept its transaction from being committed. */
    void failWithCommit() {
        context.fail(slot.slot(), Objects.requireNonNull(commitFailure));
        reached = NOT_RUN;
    }

    /** Gives the event back if it has to. Returns whether it did. */
    boolean goesBack() {
        left = passage.goesBack(context);
        return left;
    }

    void giveBack() {
        if (!left) {
            left = true;
            slot.intake().giveBack(context, passage.event);
        }
    }
}

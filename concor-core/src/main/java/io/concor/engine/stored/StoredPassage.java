package io.concor.engine.stored;

import io.concor.engine.event.Context;
import io.concor.engine.event.EventFuture;
import io.concor.queue.Ending;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredEvent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What remains of an event in its store while the flow has it. If no transaction of its stage has ended the event, it is ended
 * in the store when it ends in the flow: a crash in between repeats it.
 */
final class StoredPassage extends QueuedPassage {

    private final StoredIntake intake;
    /** Whether the store knows how it ended. */
    private boolean settled;

    /** Whether those behind it wait until it has ended. */
    private boolean holding;

    private boolean inTransaction;

    private Ending ending = new Ending.Handled();
    /** What becomes of the event with an error at a component, once that is decided. */
    private @Nullable Ending decided;

    private @Nullable Throwable decidedFor;
    private int decidedAt;

    StoredPassage(StoredIntake intake, StoredEvent event) {
        super(event);
        this.intake = intake;
    }

    @Override
    public boolean isInTransaction() {
        return inTransaction;
    }

    /** The event is handled in a transaction of its store from now on, or no longer. */
    void inTransaction(boolean next) {
        inTransaction = next;
    }

    @Override
    public boolean isTriedAgain(Context context) {
        if (intake.endsEvents()) {
            return true; // after the next start
        }
        boolean again = failed(context) instanceof Ending.Postponed;
        if (!again) {
            context.isNotTriedAgain();
        }
        return again;
    }

    /** Returns what becomes of the event, which has an error. A policy of the user decides, and is asked once for each error. */
    Ending failed(Context context) {
        Ending present = decided;
        if (present == null || decidedFor != context.error || decidedAt != context.failedAt()) {
            present = intake.failed(context, event);
            decided = present;
            decidedFor = context.error;
            decidedAt = context.failedAt();
        }
        return present;
    }

    /**
     * Returns the passage of an event that came out of a store for a slot, or null. Others wait there in memory: with an error of
     * a slot before, or since the time when the slot was not stored.
     *
     * @param slot the index of the slot
     */
    static @Nullable StoredPassage of(Context context, int slot) {
        return context.passage() instanceof StoredPassage passage
                        && passage.storage().slot() == slot
                ? passage
                : null;
    }

    /** Returns the storage out of which the event came. */
    @Override
    public boolean isOfAnotherStore(int slot, QueueStore store) {
        return storage().slot() == slot && storage().store() != store;
    }

    StoredSlot storage() {
        return intake.storage();
    }

    /** Whether the event has to go back. */
    boolean isRecalled() {
        return event.isRecalled();
    }

    /** Gives the event back if it has to. Returns whether it did. */
    boolean goesBack(Context context) {
        boolean recalled = isRecalled();
        if (recalled) {
            intake.giveBack(context, event);
        }
        return recalled;
    }

    /** Whether the event must not be handled together with those before it. */
    boolean standsAlone() {
        return event.alone() || isRecalled();
    }

    /** A transaction has ended the event in the store. */
    void settle() {
        settled = true;
    }

    @Override
    public boolean postpones(Context context) {
        if (settled) {
            return false;
        }
        if (intake.endsEvents()) {
            settled = true;
            intake.release(event);
            return true;
        }
        ending = failed(context);
        boolean postponed = ending instanceof Ending.Postponed;
        if (postponed) {
            ended();
        }
        return postponed;
    }

    @Override
    public void goesOn(Context context) {
        if (!settled && !holding && !intake.endsEvents() && failed(context).holdsOrder()) {
            holding = true;
            intake.holdBehind(event);
        }
    }

    @Override
    protected String queueName() {
        return intake.queueName();
    }

    @Override
    public boolean isAwaited() {
        return intake.awaited().contains(event.id());
    }

    /** The thread of the store, which may be the one that runs it, runs no code of callers. */
    @Override
    public void whenStored(Consumer<EventFuture> action) {
        Thread here = Thread.currentThread();
        event.whenEnded(() -> {
            EventFuture future = intake.awaited().take(event.id());
            if (future != null && (Thread.currentThread() == here || future.getNumberOfDependents() == 0)) {
                action.accept(future);
            } else if (future != null) {
                intake.threads().execute(() -> action.accept(future));
            }
        });
    }

    @Override
    public void answer(Context context) {
        intake.answer(context, event);
    }

    @Override
    public void ended() {
        if (!settled) {
            settled = true;
            intake.endLater(event, ending);
        }
        intake.left();
    }
}

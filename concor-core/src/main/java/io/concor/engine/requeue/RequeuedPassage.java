package io.concor.engine.requeue;

import io.concor.DeadLetter;
import io.concor.FlowStoppedException;
import io.concor.engine.event.Context;
import io.concor.engine.stored.QueuedPassage;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredEvent;
import org.jspecify.annotations.Nullable;

/**
 * What remains in a store of an event that came from it into a slot in memory. It is ended there when it ends in the flow: a crash in
 * between repeats it.
 */
final class RequeuedPassage extends QueuedPassage {

    private final RequeueIntake intake;
    /** Whether the store has it back. */
    private boolean settled;

    private int failedAt;
    private @Nullable DeadLetter<@Nullable Object> letter;
    private @Nullable Throwable error;

    RequeuedPassage(RequeueIntake intake, StoredEvent event) {
        super(event);
        this.intake = intake;
    }

    /** The storage of the slot has what lies in its own store. */
    @Override
    public boolean isOfAnotherStore(int slot, QueueStore store) {
        return intake.slot() == slot;
    }

    /** A stop gives it back. Other errors were tried again in memory as often as they are. */
    @Override
    public boolean postpones(Context context) {
        if (settled) {
            return false;
        }
        error = context.error;
        if (error instanceof FlowStoppedException) {
            settled = true;
            intake.release(event);
            return true;
        }
        failedAt = context.failedAt();
        letter = error == null ? null : intake.describe(context, error);
        return false;
    }

    @Override
    protected String queueName() {
        return intake.queue().definition().name();
    }

    @Override
    public void answer(Context context) {
        intake.answer(context, event);
    }

    @Override
    public void ended() {
        if (settled) {
            return;
        }
        settled = true;
        if (error == null) {
            intake.handled(event);
        } else {
            intake.failed(event, letter, error, failedAt);
        }
    }
}

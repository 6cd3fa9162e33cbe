package io.concor.engine.stored;

import io.concor.DeadLetter;
import io.concor.FlowStoppedException;
import io.concor.engine.event.Context;
import io.concor.engine.event.Passage;
import io.concor.queue.ResultChannel;
import io.concor.queue.StoredEvent;
import io.concor.text.Sentence;
import org.jspecify.annotations.Nullable;

/**
 * What remains in a store of an event that came from it into a slot in memory. It is ended there when it ends in the flow: a crash in
 * between repeats it.
 */
final class RequeuedPassage extends Passage {

    private final RequeueIntake intake;
    private final StoredEvent event;
    /** Whether the store has it back. */
    private boolean settled;

    private int failedAt;
    private @Nullable DeadLetter<@Nullable Object> letter;
    private @Nullable Throwable error;

    RequeuedPassage(RequeueIntake intake, StoredEvent event) {
        super(event.id());
        this.intake = intake;
        this.event = event;
    }

    /** Returns the index of the slot to which it came. */
    int slot() {
        return intake.slot();
    }

    @Override
    public boolean isFromStore() {
        return true;
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
    public String failure() {
        return Sentence.of(
                "event '%s' of the queue '%s' ended with an error that no catch component handled, and is a dead"
                        + " letter now",
                id, intake.queue().definition().name());
    }

    @Override
    public @Nullable String answerTo() {
        return event.headers().get(ResultChannel.HEADER);
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

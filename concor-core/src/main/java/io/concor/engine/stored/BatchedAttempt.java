package io.concor.engine.stored;

import io.concor.engine.batch.BatchWorker;
import io.concor.engine.event.Context;
import io.concor.queue.EventHeaders;

/** The handling of one stored event of a batch: a call handles it together with others, and then it goes on alone. */
final class BatchedAttempt extends StoredAttempt {

    private final BatchWorker worker;
    /** The position of the event in the batch of the worker. */
    private final int place;

    BatchedAttempt(StoredSlot slot, Context context, StoredPassage passage, BatchWorker worker, int place) {
        super(slot, context, passage, worker);
        this.worker = worker;
        this.place = place;
    }

    /** The call of its batch has given the event its result, or an error. Returns whether it may be committed. */
    @Override
    boolean run() {
        runStage(stage().hasOneComponent() ? EventHeaders.Restored.NOTHING : headers());
        return !hasFailed();
    }

    @Override
    int runToNextSlot() {
        return stage().runBehind(context(), worker);
    }

    @Override
    void leaves() {
        super.leaves();
        worker.gone(place);
    }
}

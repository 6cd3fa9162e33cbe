package io.concor.engine.stored;

import io.concor.Transaction;
import io.concor.engine.batch.BatchWork;
import io.concor.engine.batch.BatchWorker;
import io.concor.engine.event.Context;
import io.concor.queue.EventHeaders;
import io.concor.queue.QueueDefinition.Order;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The events of a batch that end in one transaction of their store: one call of the task for all, and the rest of the stage for
 * each of them.
 *
 * <p>If the call fails, everything is rolled back, and the events are called again in halves, until those fail that fail alone. If
 * single events have failed after the call, they end alone, and those between them are called again; where effects lie outside of the
 * store, those without an error end as they were handled, but none behind one that failed if the slot keeps an order.
 */
final class StoredBatchUnit extends StoredUnit {

    private final BatchWork batches;
    private final BatchWorker worker;

    StoredBatchUnit(StoredSlot slot, BatchWork batches, BatchWorker worker) {
        super(slot);
        this.batches = batches;
        this.worker = worker;
    }

    /** Handles events of the worker's batch, those from one position up to another, which all come from the store. */
    void handle(int from, int to) {
        handleAll(() -> {
            for (int i = from; i < to; i++) {
                attempts().add(attempt(i));
            }
            handleTogether(remaining(attempts()));
        });
    }

    private StoredAttempt attempt(int place) {
        Context context = worker.event(place);
        StoredPassage passage = (StoredPassage) Objects.requireNonNull(context.passage());
        return new BatchedAttempt(slot(), context, passage, worker, place);
    }

    @Override
    void handleAgain(List<StoredAttempt> all) throws Throwable {
        Thread.interrupted(); // meant for the call that has failed
        List<StoredAttempt> some = remaining(all);
        some.forEach(StoredAttempt::restart);
        handleTogether(some);
    }

    private void handleTogether(List<StoredAttempt> some) throws Throwable {
        if (some.isEmpty()) {
            return;
        }
        Transaction transaction = begin();
        Throwable failed = run(transaction, some, true);
        List<StoredAttempt> handled = failed == null ? handled(some) : List.of();
        if (handled.size() == some.size()) {
            commitOrRepeat(transaction, some);
        } else if (keeps(handled)) {
            commitOrRepeat(transaction, handled);
            handleApart(without(handled, some));
        } else if (!rollBack(transaction)) {
            giveBack(some);
        } else if (failed == null) {
            handleApart(some);
        } else if (some.size() == 1) {
            failCalled(some.get(0), failed);
        } else {
            int middle = some.size() / 2;
            handleAgain(some.subList(0, middle));
            handleAgain(some.subList(middle, some.size()));
        }
    }

    /** Returns those that have no error, nor follow one that has in their order. */
    private List<StoredAttempt> handled(List<StoredAttempt> some) {
        return slot().queue().definition().order() == Order.ANY
                ? some.stream().filter(attempt -> !attempt.hasFailed()).toList()
                : some.stream().takeWhile(attempt -> !attempt.hasFailed()).toList();
    }

    private static List<StoredAttempt> without(List<StoredAttempt> some, List<StoredAttempt> all) {
        return all.stream().filter(attempt -> !some.contains(attempt)).toList();
    }

    /** Returns what failed for all of them, or null. If the engine fails, the transaction is rolled back. */
    private @Nullable Throwable run(Transaction transaction, List<StoredAttempt> some, boolean withCall) {
        try {
            Throwable failed = withCall ? call(some) : null;
            if (failed == null) {
                some.forEach(StoredAttempt::run);
            }
            return failed;
        } catch (Throwable thrown) {
            rollBack(transaction);
            throw thrown;
        }
    }

    /** Returns what failed for all of them, or null. An event whose message cannot be read has an error of its own. */
    private @Nullable Throwable call(List<StoredAttempt> some) {
        try (EventHeaders.Restored first = some.get(0).headers()) {
            some.forEach(this::choose);
            Throwable failed = batches.callOnce(worker, slot().joinsRange());
            if (failed != null) {
                first.failed(failed);
            }
            return failed;
        } finally {
            worker.endCall();
        }
    }

    private void choose(StoredAttempt attempt) {
        attempt.begin();
        if (!attempt.hasFailed()) {
            worker.call(attempt.context());
        }
    }

    /** The failed ones end alone, in their places, and those between them are handled again together. */
    private void handleApart(List<StoredAttempt> some) throws Throwable {
        int from = 0;
        for (int i = 0; i < some.size(); i++) {
            if (some.get(i).hasFailed()) {
                handleAgain(some.subList(from, i));
                if (!some.get(i).goesBack()) {
                    fail(some.get(i));
                }
                from = i + 1;
            }
        }
        handleAgain(some.subList(from, some.size()));
    }

    /** A call for one event alone has failed, and was rolled back. A catch component of its stage may handle that. */
    private void failCalled(StoredAttempt one, Throwable failed) throws Throwable {
        one.fail(failed);
        Transaction transaction = begin();
        run(transaction, List.of(one), false);
        if (!one.hasFailed()) {
            commitOrRepeat(transaction, List.of(one));
        } else if (rollBack(transaction)) {
            fail(one);
        } else {
            giveBack(List.of(one));
        }
    }
}

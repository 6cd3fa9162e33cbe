package io.concor.engine.stored;

import io.concor.Transaction;
import io.concor.engine.event.Context;
import io.concor.engine.pool.Pool;
import io.concor.queue.Ending;
import io.concor.queue.StoredBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events that one worker handles in one transaction of their store: their effects there, their removal, and what they put
 * into the next queue, all or nothing.
 *
 * <p>If a task fails, or the commit does, everything is rolled back, and the events are handled again: those before the failing
 * one together, the failing one alone; if none is known to fail, in halves. So each event fails for itself. Where effects lie
 * outside of the store, nothing undoes them: then those before a failing task end as they were handled.
 */
class StoredUnit {

    private static final Logger logger = LoggerFactory.getLogger(StoredUnit.class);
    private static final int MOST_EVENTS = 256;
    /** After this time no further event joins: a transaction is not to stay open for long. */
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** How often one event alone is tried again at once when its transaction does not commit. */
    private static final int REPEATS = 3;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final StoredSlot slot;
    private final List<StoredAttempt> attempts = new ArrayList<>();
    /** An event that was taken and belongs to another unit. */
    private @Nullable Context behind;

    StoredUnit(StoredSlot slot) {
        this.slot = slot;
    }

    /**
     * Handles an event, and those that wait behind it, in one transaction.
     *
     * @return an event that was taken and not handled, or null
     */
    @Nullable
    Context handle(Pool pool, StoredWorker worker, Context first, StoredPassage passage) {
        behind = null;
        handleAll(() -> handleFresh(pool, worker, new StoredAttempt(slot, first, passage, worker)));
        return behind;
    }

    /** Handles the events of a unit. Those that it has left when it fails go back. */
    final void handleAll(Handling handling) {
        try {
            handling.handle();
        } catch (Throwable failed) { // of the engine or the store, which lack memory, stack or a connection
            logger.debug("A transaction of stored events could not be handled", failed);
            giveBack(attempts);
        } finally {
            attempts.clear();
        }
    }

    /** Handles events in transactions. */
    @FunctionalInterface
    interface Handling {

        void handle() throws Throwable;
    }

    final StoredSlot slot() {
        return slot;
    }

    /** Returns the events of the unit, to which others may be added. */
    final List<StoredAttempt> attempts() {
        return attempts;
    }

    private void handleFresh(Pool pool, StoredWorker worker, StoredAttempt first) throws Throwable {
        attempts.add(first);
        Transaction transaction = begin();
        StoredAttempt failed = null;
        try {
            failed = runFresh(pool, worker, first);
        } catch (Throwable thrown) {
            rollBack(transaction);
            throw thrown;
        }
        List<StoredAttempt> done = List.copyOf(attempts.subList(0, attempts.size() - (failed == null ? 0 : 1)));
        if (failed == null) {
            commitOrRepeat(transaction, done);
        } else if (keeps(done)) {
            commitOrRepeat(transaction, done);
            fail(failed);
        } else if (rollBack(transaction)) {
            handleAgain(done);
            fail(failed);
        } else {
            giveBack(attempts);
        }
    }

    /** Whether events remain handled though one behind them has failed: nothing of it is in their transaction, nor of theirs. */
    final boolean keeps(List<StoredAttempt> done) {
        return !done.isEmpty() && !slot.store().sharesTransactions();
    }

    /** Returns the event that failed, which is the last one then, or null. */
    private @Nullable StoredAttempt runFresh(Pool pool, StoredWorker worker, StoredAttempt first) {
        long began = System.nanoTime();
        StoredAttempt next = first;
        while (next != null) {
            if (!next.run()) {
                return next;
            }
            next = takeNext(pool, worker, began);
        }
        return null;
    }

    private @Nullable StoredAttempt takeNext(Pool pool, StoredWorker worker, long began) {
        if (attempts.get(0).standsAlone()
                || attempts.size() >= MOST_EVENTS
                || System.nanoTime() - began > LONGEST_NANOS
                || !worker.mayTakeMore()) {
            return null;
        }
        Context next = take(pool, worker, attempts.get(attempts.size() - 1).context());
        StoredPassage passage = next == null ? null : StoredPassage.of(next, slot.slot());
        if (next != null && passage != null && passage.storage() == slot && !passage.standsAlone()) {
            StoredAttempt attempt = new StoredAttempt(slot, next, passage, worker);
            attempts.add(attempt);
            return attempt;
        }
        behind = next;
        return null;
    }

    /** What its pool wants of it is looked at before each event: it takes none after it has said that it takes none. */
    private @Nullable Context take(Pool pool, StoredWorker worker, Context last) {
        worker.taking(true);
        try {
            Context ofItsLane = pool.queue().takeBehind(last, worker);
            return ofItsLane == null ? pool.take(worker) : ofItsLane;
        } finally {
            worker.taking(false);
        }
    }

    final Transaction begin() throws Throwable {
        slot.time().begin();
        try {
            return slot.transactions().begin();
        } finally {
            slot.time().leave();
        }
    }

    /**
     * Returns whether the store was there to roll back. If it was not, a task that has failed has most likely failed for that, so
     * the event is not to blame.
     */
    final boolean rollBack(Transaction transaction) {
        slot.time().enter();
        try {
            return isRolledBack(transaction);
        } finally {
            slot.time().leave();
        }
    }

    private static boolean isRolledBack(Transaction transaction) {
        try {
            transaction.rollback();
            return true;
        } catch (Throwable failed) {
            logger.debug("A transaction of stored events could not be rolled back", failed);
            return false;
        }
    }

    final void commitOrRepeat(Transaction transaction, List<StoredAttempt> some) throws Throwable {
        if (commit(transaction, some)) {
            some.forEach(StoredAttempt::leave);
        } else if (some.size() == 1) {
            repeat(some.get(0));
        } else {
            int middle = some.size() / 2;
            handleAgain(some.subList(0, middle));
            handleAgain(some.subList(middle, some.size()));
        }
    }

    /**
     * Returns whether the transaction was committed, also if the store has only found that out afterwards. If not, it was rolled back,
     * as far as is known.
     */
    private boolean commit(Transaction transaction, List<StoredAttempt> some) {
        StoredBatch batch = slot.queue().batch();
        boolean written = false;
        slot.time().enter();
        try {
            some.forEach(attempt -> attempt.addTo(batch));
            batch.write();
            written = true;
            transaction.commit();
            batch.committed();
            return true;
        } catch (Throwable failed) {
            some.get(some.size() - 1).commitFailed(failed);
            if (!written) {
                isRolledBack(transaction);
            }
            return batch.rolledBack();
        } finally {
            slot.time().leave();
        }
    }

    /** Handles events again whose transaction was rolled back, together as far as that works. */
    void handleAgain(List<StoredAttempt> all) throws Throwable {
        List<StoredAttempt> some = remaining(all);
        if (some.isEmpty()) {
            return;
        }
        Transaction transaction = begin();
        int failed = -1;
        try {
            failed = runAgain(some);
        } catch (Throwable thrown) {
            rollBack(transaction);
            throw thrown;
        }
        if (failed < 0) {
            commitOrRepeat(transaction, some);
        } else if (keeps(some.subList(0, failed))) {
            commitOrRepeat(transaction, some.subList(0, failed));
            fail(some.get(failed));
            handleAgain(some.subList(failed + 1, some.size()));
        } else if (rollBack(transaction)) {
            handleAgain(some.subList(0, failed));
            fail(some.get(failed));
            handleAgain(some.subList(failed + 1, some.size()));
        } else {
            giveBack(some);
        }
    }

    /** Those behind an event that holds their order are not handled: they go back. */
    static List<StoredAttempt> remaining(List<StoredAttempt> all) {
        return all.stream().filter(attempt -> !attempt.goesBack()).toList();
    }

    /** Returns the position of the first event that failed, or -1. */
    private static int runAgain(List<StoredAttempt> some) {
        for (int i = 0; i < some.size(); i++) {
            some.get(i).restart();
            if (!some.get(i).run()) {
                return i;
            }
        }
        return -1;
    }

    /** One event alone did not commit: the next time it may, as after a deadlock; if it never does, it fails. */
    private void repeat(StoredAttempt one) throws Throwable {
        if (one.goesBack()) {
            return; // it had been committed, and only the answer was lost, or it is another process's
        }
        if (one.repeated() < REPEATS) {
            pause();
            handleAgain(List.of(one));
        } else {
            one.failWithCommit();
            fail(one);
        }
    }

    /** Ends an event that has failed, in a transaction of its own: the store keeps it for another attempt, or as a dead letter. */
    final void fail(StoredAttempt failed) throws Throwable {
        if (failed.leftWithinRange()) {
            failed.serve();
        } else if (failed.isRecovered()) {
            handleAgain(List.of(failed));
        } else if (slot.flow().endsEvents()) { // that is why it has failed
            failed.giveBack();
        } else if (failed.goesOnInMemory()) {
            failed.leave();
        } else {
            endFailed(failed);
        }
    }

    /** If the store does not take the end now, the store ends the event later: another run of the task would end the same way. */
    private void endFailed(StoredAttempt failed) {
        Ending ending = failed.ending();
        if (isEnded(failed)) {
            failed.leaveFailed(ending);
        } else if (!failed.goesBack()) {
            failed.endLater(ending);
        }
    }

    private boolean isEnded(StoredAttempt failed) {
        try {
            return commit(begin(), List.of(failed));
        } catch (Throwable away) {
            logger.debug("No transaction could be begun for the end of a stored event", away);
            return false;
        }
    }

    /** The store keeps what is not handled, and hands it out again. It has a reason, so not at once. */
    final void giveBack(List<StoredAttempt> some) {
        some.forEach(StoredAttempt::giveBack);
        pause();
    }

    private void pause() {
        slot.time().enter();
        long began = System.nanoTime();
        for (long left = PAUSE_NANOS; left > 0; left = PAUSE_NANOS - (System.nanoTime() - began)) {
            LockSupport.parkNanos(this, left);
            Thread.interrupted(); // meant for a task; an interrupted thread would not park
        }
        slot.time().leave();
    }
}

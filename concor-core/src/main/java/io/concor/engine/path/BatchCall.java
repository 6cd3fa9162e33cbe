package io.concor.engine.path;

import io.concor.BatchErrors;
import io.concor.BatchTask;
import io.concor.NullResultException;
import io.concor.Transaction;
import io.concor.engine.batch.BatchControl;
import io.concor.engine.batch.BatchWorker;
import io.concor.engine.definition.RequiredResults;
import io.concor.engine.definition.TypeMismatches;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls the task of a batch component for the events of a batch, in a transaction if the component is the scope of one. All
 * get their results, or all the error, unless batches are split: then a batch whose call throws is called again in halves, each
 * in a transaction of its own.
 *
 * <p>A failed commit fails all events: whether the database has their effects is not known, so they must not be repeated. The
 * same holds for a list of the wrong size.
 */
final class BatchCall {

    private final int component;
    private final BatchTask<@Nullable Object, @Nullable Object> task;
    private final RequiredResults required;
    private final TypeMismatches mismatches;
    private final BatchControl control;
    private final CoarseClock clock;
    private final EventExpiry expiry;
    private final TransactionScopes transactions;
    private final ComponentRunner components;

    @SuppressWarnings("unchecked") // FlowBuilder checks the types; users of FlowBuilder.then check their own
    BatchCall(PathParts parts, int component, BatchControl control, ComponentRunner components) {
        this.component = component;
        this.task = (BatchTask<@Nullable Object, @Nullable Object>)
                parts.flow().component(component).task();
        this.required = parts.results();
        this.mismatches = parts.mismatches();
        this.control = control;
        this.clock = parts.clock();
        this.expiry = parts.expiry();
        this.transactions = parts.transactions();
        this.components = components;
    }

    /** Calls the task for all events of a batch that have no error. */
    void call(BatchWorker worker) {
        worker.at(component);
        call(worker, 0, worker.calledSize());
    }

    /**
     * Calls the task once for all events of a batch that have no error.
     *
     * @param inTransaction whether the transaction of the calling thread is that of the component's scope
     * @return what failed for all of them; null if each has its result, or an error of its own
     */
    @Nullable
    Throwable callOnce(BatchWorker worker, boolean inTransaction) {
        worker.at(component);
        int to = worker.calledSize();
        int size = countInTime(worker, 0, to);
        Transaction own = null;
        try {
            own = size == 0 || inTransaction ? null : transactions.beginBatch(component);
            if (size > 0) {
                finish(worker, 0, to, size, invoke(messages(worker, 0, to, size)), own);
            }
            return null;
        } catch (Throwable failed) {
            rollBack(own, failed); // unless it has ended
            return failed;
        } finally {
            worker.forgetResults(size);
        }
    }

    /** Fails all events of a batch that have no error yet. */
    void failAll(BatchWorker worker, Throwable thrown) {
        failAll(worker, 0, worker.calledSize(), thrown);
    }

    private void call(BatchWorker worker, int from, int to) {
        int size = countInTime(worker, from, to);
        Throwable thrown = size == 0 ? null : attempt(worker, from, to, size);
        if (thrown == null) {
            return;
        }
        if (size > 1 && control.settings().errors() == BatchErrors.SPLIT) {
            Thread.interrupted(); // meant for the call that has failed
            int middle = (from + to) >>> 1;
            call(worker, from, middle);
            call(worker, middle, to);
        } else {
            failAll(worker, from, to, thrown);
        }
    }

    /** Fails events that have timed out by now. Returns the number of events without an error. */
    private int countInTime(BatchWorker worker, int from, int to) {
        int inTime = 0;
        for (int i = from; i < to; i++) {
            Context event = worker.called(i);
            expiry.check(event, component);
            inTime += event.error == null ? 1 : 0;
        }
        return inTime;
    }

    private void failAll(BatchWorker worker, int from, int to, Throwable thrown) {
        for (int i = from; i < to; i++) {
            if (worker.called(i).error == null) {
                worker.called(i).fail(component, thrown);
            }
        }
    }

    /** Returns what the task has thrown, or null if each event has its result or an error. */
    private @Nullable Throwable attempt(BatchWorker worker, int from, int to, int size) {
        Transaction transaction;
        try {
            transaction = transactions.beginBatch(component);
        } catch (Throwable cannot) {
            failAll(worker, from, to, cannot);
            return null;
        }
        List<@Nullable Object> results;
        try {
            results = invoke(messages(worker, from, to, size));
        } catch (Throwable thrown) {
            rollBack(transaction, thrown);
            return thrown;
        }
        try {
            finish(worker, from, to, size, results, transaction);
        } catch (Throwable failed) {
            rollBack(transaction, failed); // unless it has ended
            failAll(worker, from, to, failed);
        } finally {
            worker.forgetResults(size);
        }
        return null;
    }

    private List<@Nullable Object> invoke(MessageList messages) throws Throwable {
        try {
            return task.apply(messages);
        } catch (ClassCastException failed) {
            throw mismatches.explain(component, failed, messages);
        }
    }

    private static MessageList messages(BatchWorker worker, int from, int to, int size) {
        @Nullable Object[] messages = new Object[size];
        int next = 0;
        for (int i = from; i < to; i++) {
            Context event = worker.called(i);
            if (event.error == null) {
                messages[next++] = event.value;
            }
        }
        return new MessageList(messages);
    }

    private static void rollBack(@Nullable Transaction transaction, Throwable cause) {
        if (transaction != null) {
            TransactionScopes.rollBack(transaction, cause);
        }
    }

    /** A list of the user's may compute its elements when they are read, so they are read before the commit. */
    private void finish(
            BatchWorker worker, int from, int to, int size, List<?> results, @Nullable Transaction transaction)
            throws Throwable {
        @Nullable Object[] each = required.requireEach(component, results, size).toArray(worker.results(size));
        if (transaction != null && haveAllExpired(worker, from, to)) {
            TransactionScopes.rollBack(transaction, expireAll(worker, from, to));
            return;
        }
        if (transaction != null) {
            transaction.commit();
        }
        int next = 0;
        for (int i = from; i < to; i++) {
            Context event = worker.called(i);
            if (event.error == null) {
                accept(event, each[next++]);
            }
        }
    }

    /** A stop, too, times all events out. Where some are in time, the others have to be committed with them. */
    private boolean haveAllExpired(BatchWorker worker, int from, int to) {
        for (int i = from; i < to; i++) {
            if (worker.called(i).error == null && !clock.hasExpired(worker.called(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns one of the errors. */
    private Throwable expireAll(BatchWorker worker, int from, int to) {
        for (int i = from; i < to; i++) {
            expiry.check(worker.called(i), component);
        }
        return Objects.requireNonNull(worker.called(from).error);
    }

    private void accept(Context event, @Nullable Object result) {
        try {
            event.value(required.require(component, result));
            components.checker().check(event, component);
        } catch (NullResultException missing) {
            event.fail(component, missing);
        }
    }

    /** The messages of one call of a batch task: unmodifiable, and the task's own, so that it may keep the list. */
    private static final class MessageList extends AbstractList<@Nullable Object> implements RandomAccess {

        private final @Nullable Object[] messages;

        /** @param messages not copied; the caller does not use the array any more */
        MessageList(@Nullable Object[] messages) {
            this.messages = messages;
        }

        @Override
        public @Nullable Object get(int index) {
            return messages[index];
        }

        @Override
        public int size() {
            return messages.length;
        }

        @Override
        public void forEach(Consumer<? super @Nullable Object> action) {
            for (Object message : messages) {
                action.accept(message);
            }
        }

        @Override
        public @Nullable Object[] toArray() {
            return Arrays.copyOf(messages, messages.length, Object[].class);
        }
    }
}

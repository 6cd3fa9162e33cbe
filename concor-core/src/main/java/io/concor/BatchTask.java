package io.concor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A computation that handles several messages in one call, such as rows written with one statement. A thread of its join
 * takes what waits, up to a number of events, and calls the task once for all of them; see {@link BatchSettings}. With a
 * join of several threads, several calls run at once. Its slot holds a join of any pool but {@link PoolKind#KEYED}.
 *
 * @param <I> the type of the messages taken
 * @param <O> the type of the messages given on
 */
@FunctionalInterface
public non-sealed interface BatchTask<I extends @Nullable Object, O extends @Nullable Object> extends Task {

    /**
     * Computes the next message of each event of a batch. The thread-locals are those of the first event.
     *
     * @param messages in the order in which the events were taken, at least one; a message is null only if null entered the
     *     flow. Unmodifiable, and the task may keep it: each call gets a list of its own
     * @return a result for each message, in their order. Where it is null although a later component takes it, that event
     *     fails with a {@link NullResultException}. If the list is null or of another size, all events fail with a
     *     {@link BatchResultException}
     * @throws Throwable anything: it becomes the error of each event of the batch, unless
     *     {@link BatchErrors#SPLIT} is set
     */
    List<O> apply(List<I> messages) throws Throwable;
}

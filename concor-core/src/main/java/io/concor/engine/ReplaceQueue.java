package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.engine.event.Context;
import io.concor.engine.pool.EventQueue;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.JoinRegistry;
import io.concor.engine.pool.Pool;
import io.concor.engine.pool.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges a join for one with a queue of another kind. Its threads stop, and the waiting events move to the new queue, in
 * the order that it keeps. Both are closed meanwhile: events that arrive come after them.
 */
final class ReplaceQueue extends SlotOperation {

    private final JoinRegistry registry;
    private final Join old;
    private final JoinSettings after;
    /** Takes the events that move. */
    private final Worker taker;
    /** The events that have moved, in the order in which they waited. */
    private final List<Context> moved;

    private final Consumer<Context> noting;
    private final Consumer<Context> dropping = event -> {};

    private @Nullable Join next;

    /** @param most how many events may wait */
    ReplaceQueue(int slot, JoinRegistry registry, Join old, JoinSettings after, int most) {
        super(slot);
        this.registry = registry;
        this.old = old;
        this.after = after;
        this.taker = new Worker(old.pool().state(), false);
        this.moved = new ArrayList<>(most);
        this.noting = moved::add;
    }

    @Override
    void prepare() {
        Join started = registry.startJoin(slot, after);
        next = started;
        started.queue().close();
        old.suspend();
    }

    @Override
    boolean isReady() {
        return registry.serving(old.queue()).allMatch(Pool::isQuiescent);
    }

    @Override
    boolean waitsFor(Thread thread) {
        return registry.serving(old.queue()).anyMatch(pool -> pool.owns(thread));
    }

    /** Allocates nothing, so that events which have left one queue reach the other. */
    @Override
    void transfer() {
        if (next != null) {
            old.queue().close();
            old.queue().drain(taker, noting);
            adopt(next.queue());
        }
    }

    private void adopt(EventQueue queue) {
        for (int i = 0; i < moved.size(); i++) {
            queue.adopt(moved.get(i));
        }
    }

    @Override
    void install(@Nullable Join[] joins) {
        joins[slot] = next;
    }

    @Override
    void activate() {
        if (next != null) {
            next.reopen();
            next.pool().resume();
            old.pool().retire();
        }
    }

    @Override
    void rollBack() {
        try {
            if (next != null) {
                next.pool().retire();
                takeBack(next.queue());
            }
        } finally {
            old.reopen();
            old.resume();
        }
    }

    private void takeBack(EventQueue queue) {
        queue.reopen();
        queue.close(); // behind what has moved
        queue.drain(taker, dropping);
        adopt(old.queue());
    }

    @Override
    long handedOver() {
        return moved.size();
    }

    @Override
    String obstacle() {
        return "a task still occupies one of its threads (threads that are about to end included)";
    }
}

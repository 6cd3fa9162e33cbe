package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.engine.event.Context;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.Pool;
import io.concor.engine.pool.Worker;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges a join for one whose queue keeps another order: of arrival, or by key. Its threads stop, and the waiting
 * events move to the new queue, those of each key in their order. It is closed until then: events that arrive meanwhile come
 * after them.
 */
final class ReplaceQueue extends SlotOperation {

    private final JoinRegistry registry;
    private final Join old;
    private final JoinSettings after;
    /** Takes the events that move. Created beforehand, because nothing may fail once the change is in force. */
    private final Worker taker;

    /** Created beforehand, too. */
    private final Consumer<Context> mover = this::move;

    private @Nullable Join next;
    private long moved;

    ReplaceQueue(int slot, JoinRegistry registry, Join old, JoinSettings after) {
        super(slot);
        this.registry = registry;
        this.old = old;
        this.after = after;
        this.taker = new Worker(old.pool().state(), false);
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

    @Override
    void install(@Nullable Join[] joins) {
        joins[slot] = next;
    }

    @Override
    void activate() {
        Join target = next;
        if (target != null) {
            try {
                old.queue().close();
                old.queue().drain(taker, mover);
            } finally {
                target.queue().reopen();
                target.pool().resume();
                old.pool().retire();
            }
        }
    }

    private void move(Context context) {
        if (next != null) {
            next.queue().adopt(context);
            moved++;
        }
    }

    @Override
    void rollBack() {
        if (next != null) {
            next.pool().retire();
        }
        old.resume();
    }

    @Override
    long handedOver() {
        return moved;
    }

    @Override
    String obstacle() {
        return "a task still occupies one of its threads (threads that are about to end included)";
    }
}

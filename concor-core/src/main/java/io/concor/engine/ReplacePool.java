package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.JoinRegistry;
import io.concor.engine.pool.Pool;
import io.concor.text.Sentence;
import org.jspecify.annotations.Nullable;

/**
 * Gives a join another pool. The queue remains, so every waiting event keeps its position. If one of the two pools has
 * one thread, order and mutual exclusion depend on it: the new pool begins only when the old one is quiescent.
 * Otherwise the new pool begins at once and the old threads end one by one.
 */
final class ReplacePool extends SlotOperation {

    private final JoinRegistry registry;
    private final Join join;
    private final Pool old;
    private final JoinSettings after;
    private final boolean oldMustStop;
    private @Nullable Pool next;
    private long handedOver;

    ReplacePool(int slot, JoinRegistry registry, Join join, JoinSettings after) {
        super(slot);
        this.registry = registry;
        this.join = join;
        this.old = join.pool();
        this.after = after;
        this.oldMustStop = join.settings().oneThreaded() || after.oneThreaded();
    }

    @Override
    void prepare() {
        next = registry.startPool(slot, after, join.queue());
        if (oldMustStop) {
            join.suspend();
        }
    }

    @Override
    boolean isReady() {
        return !oldMustStop || next == null || registry.isQuiescent(join.queue(), next);
    }

    @Override
    boolean waitsFor(Thread thread) {
        return oldMustStop && registry.serving(join.queue()).anyMatch(pool -> pool.owns(thread));
    }

    @Override
    void activate() {
        if (next != null) {
            handedOver = join.queue().waiting();
            join.use(after, next);
            next.resume();
            old.retire();
        }
    }

    @Override
    void rollBack() {
        if (next != null) {
            next.retire();
        }
        join.resume();
    }

    @Override
    long handedOver() {
        return handedOver;
    }

    @Override
    String obstacle() {
        long threads = next == null ? 0 : registry.threads(join.queue(), next);
        return Sentence.of(
                "a task still occupies one of its %d threads (threads that are about to end included)", threads);
    }
}

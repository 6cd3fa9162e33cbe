package io.concor.engine;

import io.concor.JoinSettings;
import org.jspecify.annotations.Nullable;

/**
 * Gives a join another pool. The ring stays, so every waiting event keeps its place. Where one of the two pools has one
 * thread, order and exclusion hang on it: the new pool begins only when the old one has come to rest between two
 * events. Otherwise the new one begins at once and the old threads end one by one.
 */
final class ReplacePool extends SlotOperation {

    private final JoinRegistry joins;
    private final Join join;
    private final Pool old;
    private final JoinSettings after;
    private final boolean oldMustRest;
    private @Nullable Pool next;
    private long handedOver;

    ReplacePool(int slot, JoinRegistry joins, Join join, JoinSettings after) {
        super(slot);
        this.joins = joins;
        this.join = join;
        this.old = join.pool();
        this.after = after;
        this.oldMustRest = join.settings().oneThreaded() || after.oneThreaded();
    }

    @Override
    void begin() {
        next = joins.startPool(slot, after, join.ring());
        if (oldMustRest) {
            join.hold();
        }
    }

    @Override
    boolean ready() {
        return !oldMustRest || next == null || joins.quiet(join.ring(), next);
    }

    @Override
    void settle() {
        if (next != null) {
            handedOver = join.ring().count();
            join.settle(after, next);
            next.release();
            old.retire();
        }
    }

    @Override
    void revert() {
        if (next != null) {
            next.retire();
        }
        join.release();
    }

    @Override
    long handedOver() {
        return handedOver;
    }

    @Override
    String obstacle() {
        long threads = next == null ? 0 : joins.threads(join.ring(), next);
        return "a task still holds one of its %d threads (with those that are to end)".formatted(threads);
    }
}

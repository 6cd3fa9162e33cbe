package io.concor.engine;

import io.concor.JoinSettings;

/** Changes a join whose threads may stay: another ring size, another number of threads in a pool of several. */
final class ResizeJoin extends SlotOperation {

    private final Join join;
    private final JoinSettings before;
    private final JoinSettings after;

    ResizeJoin(int slot, Join join, JoinSettings after) {
        super(slot);
        this.join = join;
        this.before = join.settings();
        this.after = after;
    }

    /** Threads are started before the point of no return and dismissed behind it, as only the first can fail. */
    @Override
    void begin() {
        if (after.threads() >= before.threads()) {
            join.pool().resize(after);
        }
    }

    @Override
    void settle() {
        join.settle(after, join.pool());
        join.pool().shrink(after);
    }

    @Override
    void revert() {
        join.pool().shrink(before);
    }
}

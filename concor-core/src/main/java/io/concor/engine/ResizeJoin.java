package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.engine.pool.Join;

/** Changes a join whose threads may stay: its ring capacity, or the number of threads in a pool of several. */
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

    /** Starts additional threads now, because that may fail. Surplus threads are dismissed by {@link #activate}. */
    @Override
    void prepare() {
        if (after.threads() >= before.threads()) {
            join.pool().startThreads(after);
        }
    }

    @Override
    void activate() {
        join.use(after, join.pool());
        join.pool().adopt(after);
    }

    @Override
    void rollBack() {
        join.pool().adopt(before);
    }
}

package io.concor.engine;

import io.concor.engine.pool.Join;

/**
 * Stops a pool of one thread while the stage that it serves grows or shrinks, so that no component runs at once on the
 * thread that had it and on the thread that gets it.
 */
final class QuiescePool extends SlotOperation {

    private final Join join;

    QuiescePool(int slot, Join join) {
        super(slot);
        this.join = join;
    }

    @Override
    void prepare() {
        join.suspend();
    }

    @Override
    boolean isReady() {
        return join.pool().isQuiescent();
    }

    @Override
    boolean waitsFor(Thread thread) {
        return join.pool().owns(thread);
    }

    @Override
    void activate() {
        join.resume();
    }

    @Override
    void rollBack() {
        join.resume();
    }

    @Override
    String obstacle() {
        return "a task still occupies the thread that serves the slot";
    }
}

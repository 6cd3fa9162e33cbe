package io.concor.engine;

/**
 * Lets a pool of one thread come to rest while the run of components that it serves grows or shrinks: so that no
 * component is run by the thread that had it and the thread that gets it at once.
 */
final class QuiescePool extends SlotOperation {

    private final Join join;

    QuiescePool(int slot, Join join) {
        super(slot);
        this.join = join;
    }

    @Override
    void begin() {
        join.hold();
    }

    @Override
    boolean ready() {
        return join.pool().quiet();
    }

    @Override
    void settle() {
        join.release();
    }

    @Override
    void revert() {
        join.release();
    }

    @Override
    String obstacle() {
        return "a task still holds the thread that serves the slot";
    }
}

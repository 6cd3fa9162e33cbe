package io.concor;

/**
 * Lets a pool of one thread come to rest while the run of components that it serves grows or shrinks: so that no
 * component is run by the thread that had it and the thread that gets it at once.
 */
final class Rest extends SlotStep {

    private final Pool pool;

    Rest(int slot, Pool pool) {
        super(slot);
        this.pool = pool;
    }

    @Override
    void begin() {
        pool.hold();
    }

    @Override
    boolean ready() {
        return pool.quiet();
    }

    @Override
    void settle() {
        pool.release();
    }

    @Override
    void revert() {
        pool.release();
    }

    @Override
    String obstacle() {
        return "a task still holds the thread that serves the slot";
    }
}

package io.concor.engine;

import java.util.function.BooleanSupplier;

/**
 * What the workers of a pool are to do. A small state machine:
 *
 * <pre>
 * SUSPENDED ⇄ RUNNING
 *     └────┬────┘
 *          ├→ DRAINING (take the rest of a closed queue, then end)
 *          └→ RETIRED  (end after the present event)
 * </pre>
 */
final class PoolState {

    /** Named for what the workers do. */
    enum Mode {
        SUSPENDED,
        RUNNING,
        DRAINING,
        RETIRED
    }

    private final BooleanSupplier queueIsDrained;
    private volatile Mode mode = Mode.SUSPENDED;

    /** @param queueIsDrained whether the queue is closed and its workers have nothing to take */
    PoolState(BooleanSupplier queueIsDrained) {
        this.queueIsDrained = queueIsDrained;
    }

    Mode mode() {
        return mode;
    }

    void enter(Mode next) {
        mode = next;
    }

    boolean isRunning() {
        return mode == Mode.RUNNING;
    }

    boolean isSuspended() {
        return mode == Mode.SUSPENDED;
    }

    boolean isDraining() {
        return mode == Mode.DRAINING;
    }

    /** Whether a worker may look for events. */
    boolean mayTake() {
        return mode == Mode.RUNNING || (mode == Mode.DRAINING && !queueIsDrained.getAsBoolean());
    }

    /** Whether the workers have nothing to do and never will. */
    boolean isFinished() {
        Mode present = mode;
        return present == Mode.RETIRED || (present == Mode.DRAINING && queueIsDrained.getAsBoolean());
    }
}

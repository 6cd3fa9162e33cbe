package io.concor.engine.event;

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
public final class PoolState {

    /** Named for what the workers do. */
    public enum Mode {
        SUSPENDED,
        RUNNING,
        DRAINING,
        RETIRED
    }

    private final BooleanSupplier queueIsDrained;
    private volatile Mode mode = Mode.SUSPENDED;

    /** @param queueIsDrained whether the queue is closed and its workers have nothing to take */
    public PoolState(BooleanSupplier queueIsDrained) {
        this.queueIsDrained = queueIsDrained;
    }

    public Mode mode() {
        return mode;
    }

    public void enter(Mode next) {
        mode = next;
    }

    public boolean isRunning() {
        return mode == Mode.RUNNING;
    }

    public boolean isSuspended() {
        return mode == Mode.SUSPENDED;
    }

    public boolean isDraining() {
        return mode == Mode.DRAINING;
    }

    /** Whether a worker may look for events. */
    public boolean mayTake() {
        return mode == Mode.RUNNING || (mode == Mode.DRAINING && !queueIsDrained.getAsBoolean());
    }

    /** Whether the workers have nothing to do and never will. */
    public boolean isFinished() {
        Mode present = mode;
        return present == Mode.RETIRED || (present == Mode.DRAINING && queueIsDrained.getAsBoolean());
    }
}

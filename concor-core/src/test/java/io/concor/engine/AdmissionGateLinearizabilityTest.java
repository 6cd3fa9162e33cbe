package io.concor.engine;

import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * A {@link AdmissionGate} admits nobody once it is closed. Its bound is that of its {@link ContextPool}; here there are more
 * contexts than operations, because an event that is about to be refused at a door just closed holds one for a moment.
 */
public class AdmissionGateLinearizabilityTest {

    private static final int MAX_IN_FLIGHT = 32;

    private final AdmissionGate door = new AdmissionGate(new ContextPool(MAX_IN_FLIGHT));

    @Operation
    public boolean enter() {
        return door.tryEnter() != null;
    }

    @Operation
    public boolean enterAndLeave() {
        Context context = door.tryEnter();
        if (context != null) {
            door.release(context);
        }
        return context != null;
    }

    @Operation
    public void pause() {
        door.pause();
    }

    @Operation
    public void resume() {
        door.resume();
    }

    @Operation
    public void close() {
        door.close();
    }

    @Test
    void admitsNobodyWhileItIsShutInEveryInterleaving() {
        Linearizability.modelCheck(getClass(), Entrance.class);
    }

    @Test
    void admitsNobodyWhileItIsShutOnRealThreads() {
        Linearizability.stress(getClass(), Entrance.class);
    }

    /** The same for one thread. */
    public static class Entrance {

        private boolean paused;
        private boolean closed;

        public boolean enter() {
            return !paused && !closed;
        }

        public boolean enterAndLeave() {
            return enter();
        }

        public void pause() {
            paused = true;
        }

        public void resume() {
            paused = false;
        }

        public void close() {
            closed = true;
        }
    }
}

package io.concor.engine.admission;

import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.Linearizability;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A {@link AdmissionGate} admits no event once it is closed. Its bound is that of its {@link ContextPool}; here there are more
 * contexts than operations, because an event that is about to be refused at a gate just closed holds one for a moment.
 */
public class AdmissionGateLinearizabilityTest {

    private static final int MAX_IN_FLIGHT = 32;

    private final AdmissionGate gate =
            new AdmissionGate("flow", FlowDefinition.Limits.DEFAULT_TIMEOUT, new ContextPool(MAX_IN_FLIGHT, false));

    @Operation
    public boolean enter() {
        return gate.tryAdmit() != null;
    }

    @Operation
    public boolean enterAndLeave() {
        Context context = gate.tryAdmit();
        if (context != null) {
            gate.release(context);
        }
        return context != null;
    }

    @Operation
    public void pause() {
        gate.pause();
    }

    @Operation
    public void resume() {
        gate.resume();
    }

    @Operation
    public void close() {
        gate.close();
    }

    @Test
    void admitsNoEventWhileItIsShutInEveryInterleaving() {
        Linearizability.modelCheck(getClass(), Entrance.class);
    }

    @Test
    @Tag(Linearizability.REAL_THREADS)
    void admitsNoEventWhileItIsShutOnRealThreads() {
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

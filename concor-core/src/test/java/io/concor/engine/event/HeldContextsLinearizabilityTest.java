package io.concor.engine.event;

import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** A {@link ContextPool} of which a context is held never looks as if none were, whoever takes and gives meanwhile. */
public class HeldContextsLinearizabilityTest {

    private final ContextPool pool = new ContextPool(8, false);

    {
        pool.take();
    }

    /** As an event does that is refused at a gate just closed. */
    @Operation
    public void takeAndGive() {
        pool.give(pool.take());
    }

    /** As a stop asks. */
    @Operation
    public boolean looksUnused() {
        return pool.held() == 0;
    }

    @Test
    void areNotOverlookedInAnyInterleaving() {
        Linearizability.modelCheck(getClass(), OneHeld.class);
    }

    /** The same for one thread. */
    public static class OneHeld {

        public void takeAndGive() {}

        public boolean looksUnused() {
            return false;
        }
    }
}

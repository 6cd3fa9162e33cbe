package io.concor.engine.event;

import io.concor.Component;
import io.concor.SideEffectTask;
import io.concor.engine.definition.FlowDefinition;
import java.time.Duration;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An event that is held goes on once: when it is released, or when it is ended, whatever comes first. */
public class HeldEventLinearizabilityTest {

    private static final SideEffectTask<Object> NOTHING = event -> {};

    private int resumed;
    private final PendingTransition held = held();

    private PendingTransition held() {
        FlowDefinition flow = new FlowDefinition(
                "flow",
                List.of(Component.of("component", NOTHING)),
                List.of(),
                new FlowDefinition.Limits(1, Duration.ofDays(1)));
        UnhandledErrors errors = new UnhandledErrors(flow);
        Context context = new ContextPool(1, true).all()[0];
        PendingTransition held =
                PendingTransition.postponed(new TransitionReports(errors, errors), context, 0, System.nanoTime());
        held.letGo(new PendingTransition.Resumption() {

            @Override
            public void resume(Context event, PendingTransition transition) {
                goOn();
            }

            @Override
            public void resumeExpired(Context event, PendingTransition transition) {
                goOn();
            }
        });
        return held;
    }

    /** Its owner alone goes on, so a plain field suffices. */
    private void goOn() {
        resumed++;
        if (resumed > 1) {
            throw new IllegalStateException("the event has gone on twice");
        }
    }

    /** Whether it was released. */
    @Operation
    public boolean release() {
        return held.release();
    }

    /** Ends it unless it was released. */
    @Operation
    public void expire() {
        held.expire();
    }

    @Operation
    public boolean away() {
        return held.isAway();
    }

    @Test
    void goesOnOnceInEveryInterleaving() {
        Linearizability.modelCheck(getClass(), Decision.class);
    }

    @Test
    @Tag(Linearizability.REAL_THREADS)
    void goesOnOnceOnRealThreads() {
        Linearizability.stress(getClass(), Decision.class);
    }

    /** The same for one thread. */
    public static class Decision {

        private boolean decided;

        public boolean release() {
            boolean first = !decided;
            decided = true;
            return first;
        }

        public void expire() {
            decided = true;
        }

        public boolean away() {
            return !decided;
        }
    }
}

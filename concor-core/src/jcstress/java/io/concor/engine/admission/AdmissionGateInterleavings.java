package io.concor.engine.admission;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.concor.RefusedException;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.Forgotten;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What may come of two threads at one {@link AdmissionGate}. */
public class AdmissionGateInterleavings {

    private static final int LEFT_WAITING = -1;

    /** Waits for admission; whoever is forgotten there is fetched away after some seconds. */
    private static int enter(AdmissionGate gate) {
        Thread self = Thread.currentThread();
        int[] entered = {0};
        boolean forgotten = Forgotten.fetched(() -> entered[0] = admit(gate), self::interrupt);
        return forgotten && Thread.interrupted() ? LEFT_WAITING : entered[0];
    }

    private static int admit(AdmissionGate gate) {
        try {
            gate.admit(() -> false);
            return 1;
        } catch (RefusedException refused) {
            return 0;
        }
    }

    /** A flow is stopped while an event enters: r1 whether it got in, r2 how many the stop found inside. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Inside; the stop waits for it.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Refused.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Refused; its context was still on the way back.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "The stop found the flow empty, and an event is inside.")
    @State
    public static class StopAgainstEntry {

        private final AdmissionGate gate =
                new AdmissionGate("flow", FlowDefinition.Limits.DEFAULT_TIMEOUT, new ContextPool(1, false));

        /** Brings an event. */
        @Actor
        public void entering(II_Result r) {
            r.r1 = gate.tryAdmit() == null ? 0 : 1;
        }

        /** Stops the flow. */
        @Actor
        public void stopping(II_Result r) {
            gate.close();
            r.r2 = (int) gate.contexts().held();
        }
    }

    /**
     * The gate pauses for a change while an event enters: r1 whether it got in, r2 how many the change found inside.
     */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Inside; the change lets it pass.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Not let in.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Not let in; its context was still on the way back.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "The change found the flow empty, and an event is inside.")
    @State
    public static class PauseAgainstEntry {

        private final AdmissionGate gate =
                new AdmissionGate("flow", FlowDefinition.Limits.DEFAULT_TIMEOUT, new ContextPool(1, false));

        /** Brings an event. */
        @Actor
        public void entering(II_Result r) {
            r.r1 = gate.tryAdmit() == null ? 0 : 1;
        }

        /** Changes the layout. */
        @Actor
        public void changing(II_Result r) {
            gate.pause();
            r.r2 = (int) gate.contexts().held();
        }
    }

    /** A thread begins to wait for admission while the context that it needs is given back. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Let in.")
    @Outcome(id = "-1", expect = FORBIDDEN, desc = "A lost wake-up: it waits though a context is free.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Refused at an open door.")
    @State
    public static class WaitingAgainstRelease {

        private final AdmissionGate gate =
                new AdmissionGate("flow", FlowDefinition.Limits.DEFAULT_TIMEOUT, new ContextPool(1, false));
        private final Context held = gate.tryAdmit();

        /** Waits for admission. */
        @Actor
        public void waiting(I_Result r) {
            r.r1 = enter(gate);
        }

        /** Ends the event that is inside. */
        @Actor
        public void leaving() {
            gate.release(held);
        }
    }

    /** A thread begins to wait for admission while the flow is stopped. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "Refused.")
    @Outcome(id = "-1", expect = FORBIDDEN, desc = "A lost wake-up: it waits at a door that does not open again.")
    @Outcome(id = "1", expect = FORBIDDEN, desc = "Let into a full flow.")
    @State
    public static class WaitingAgainstStop {

        private final AdmissionGate gate =
                new AdmissionGate("flow", FlowDefinition.Limits.DEFAULT_TIMEOUT, new ContextPool(1, false));

        /** Begins with a full flow. */
        public WaitingAgainstStop() {
            gate.tryAdmit();
        }

        /** Waits for admission. */
        @Actor
        public void waiting(I_Result r) {
            r.r1 = enter(gate);
        }

        /** Stops the flow. */
        @Actor
        public void stopping() {
            gate.close();
        }
    }

    /** A thread begins to wait at a gate that pauses, while the pause ends. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Let in.")
    @Outcome(id = "-1", expect = FORBIDDEN, desc = "A lost wake-up: it waits at an open door.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Refused at a door that opens again.")
    @State
    public static class WaitingAgainstResume {

        private final AdmissionGate gate =
                new AdmissionGate("flow", FlowDefinition.Limits.DEFAULT_TIMEOUT, new ContextPool(1, false));

        /** Begins with a pause. */
        public WaitingAgainstResume() {
            gate.pause();
        }

        /** Waits for admission. */
        @Actor
        public void waiting(I_Result r) {
            r.r1 = enter(gate);
        }

        /** Ends the pause. */
        @Actor
        public void changing() {
            gate.resume();
        }
    }
}

package io.concor.engine.event;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** What may come of a caller that gives up while the event's owner clears the mark of an earlier event. */
public class EventFutureInterleavings {

    /** The owner sees that the caller has given up, now or at its next look. */
    @JCStressTest
    @Outcome(
            id = {"true, false", "true, true", "false, true"},
            expect = ACCEPTABLE,
            desc = "Seen, at the first or at the second look.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "The mark was lost.")
    @State
    public static class GivingUpAgainstTheMarkOfAnEarlierEvent {

        private final Context context = new Context(0, false);
        private final EventFuture future = new EventFuture();

        {
            context.begin("event", future, 0);
            future.enter(context);
            context.mark();
        }

        /** The caller. */
        @Actor
        public void caller() {
            future.cancel(true);
        }

        /** The owner. */
        @Actor
        public void owner(ZZ_Result r) {
            r.r1 = context.checkMark();
        }

        /** Its next look. */
        @Arbiter
        public void later(ZZ_Result r) {
            r.r2 = context.checkMark();
        }
    }
}

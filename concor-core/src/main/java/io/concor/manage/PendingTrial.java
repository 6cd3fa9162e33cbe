package io.concor.manage;

import io.concor.layout.Topology.Trial;
import io.concor.manage.UndoStack.BeforeChange;
import java.time.Duration;

/**
 * The trial of one or more changes of a flow.
 *
 * @param before the state to which the flow returns unless the trial is confirmed
 * @param trial the part that users see
 * @param endNanos when it ends, by {@link ChangeClock#nanos}
 */
record PendingTrial(BeforeChange before, Trial trial, long endNanos) {

    static PendingTrial of(BeforeChange before, long version, ChangeRequest request, Duration time, ChangeClock clock) {
        Trial trial =
                new Trial(version, clock.now().plus(time), request.origin().who(), request.reason());
        return new PendingTrial(before, trial, clock.nanos() + time.toNanos());
    }

    boolean hasExpired(ChangeClock clock) {
        return clock.nanos() - endNanos >= 0;
    }
}

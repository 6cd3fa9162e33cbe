package io.concor.manage;

import io.concor.layout.Topology.Trial;
import io.concor.manage.UndoStack.BeforeChange;
import java.time.Duration;

/**
 * The trial of one or more changes of a flow. A value.
 *
 * @param before that to which the flow returns unless it is confirmed
 * @param shown what is told of it
 * @param dueNanos when it is over, by {@link ChangeClock#nanos}
 */
record PendingTrial(BeforeChange before, Trial shown, long dueNanos) {

    static PendingTrial of(BeforeChange before, long version, ChangeRequest request, Duration time, ChangeClock clock) {
        Trial shown =
                new Trial(version, clock.now().plus(time), request.origin().who(), request.reason());
        return new PendingTrial(before, shown, clock.nanos() + time.toNanos());
    }

    boolean due(ChangeClock clock) {
        return clock.nanos() - dueNanos >= 0;
    }
}

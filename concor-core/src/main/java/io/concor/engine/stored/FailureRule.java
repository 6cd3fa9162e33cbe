package io.concor.engine.stored;

import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.queue.Ending;
import io.concor.queue.StoredEvent;
import java.util.Objects;

/** What becomes of stored events that end with an error. */
final class FailureRule {

    private final FlowDefinition flow;

    FailureRule(FlowDefinition flow) {
        this.flow = flow;
    }

    /** @param slot the slot whose store has the event, for an error that occurred at no component */
    Ending ending(Context context, StoredEvent event, int slot) {
        int failedAt = context.failedAt() == ExecutionSite.NOWHERE ? slot : context.failedAt();
        Throwable error = Objects.requireNonNull(context.error);
        return new Ending.Dead(new Ending.Failure(flow.component(failedAt).name(), error, holdsOrder(slot)));
    }

    private boolean holdsOrder(int slot) {
        return switch (flow.component(slot).kind()) {
            case KEYED, SINGLE_THREADED -> true;
            default -> false;
        };
    }
}

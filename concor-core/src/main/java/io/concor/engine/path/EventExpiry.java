package io.concor.engine.path;

import io.concor.ConcorException;
import io.concor.EventCancelledException;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;

/** Fails events that have timed out, and those whose callers have given up, on the thread that has them. */
final class EventExpiry {

    private final FlowDefinition flow;
    private final CoarseClock clock;
    private final TransactionScopes transactions;

    EventExpiry(FlowDefinition flow, CoarseClock clock, TransactionScopes transactions) {
        this.flow = flow;
        this.clock = clock;
        this.transactions = transactions;
    }

    /** Fails an event at a component if it has timed out, or its caller has given up, and it has no error yet. */
    void check(Context context, int component) {
        if (context.error == null && (clock.hasExpired(context) || context.checkMark())) {
            expire(context, component);
        }
    }

    /** Fails an event at a component, and ends its transaction. */
    void expire(Context context, int component) {
        fail(context, component);
        transactions.rollBackIfFailed(context);
    }

    /**
     * Fails an event with a timeout, unless its caller has given up. If a catch component recovers, the event's time starts
     * anew.
     */
    void fail(Context context, int component) {
        context.enteredNanos = clock.now();
        try {
            context.fail(component, error(context, flow.component(component).name()));
        } catch (OutOfMemoryError noMemory) {
            context.fail(component, noMemory);
        }
    }

    private ConcorException error(Context context, String component) {
        return context.isGivenUp()
                ? new EventCancelledException(flow.name(), component)
                : clock.timeoutError(component);
    }
}

package io.concor.engine;

import io.concor.engine.definition.FlowDefinition;

/** Ends the time of events, each with the thread that has it. */
final class EventExpiry {

    private final FlowDefinition flow;
    private final CoarseClock clock;
    private final TransactionScopes scopes;

    EventExpiry(FlowDefinition flow, CoarseClock clock, TransactionScopes scopes) {
        this.flow = flow;
        this.clock = clock;
        this.scopes = scopes;
    }

    /** Expires an event at a component where its time is over. */
    void look(Context context, int place) {
        if (context.error == null && clock.expired(context)) {
            expire(context, place);
        }
    }

    /** Makes an event one that is over its time at a component, and ends its transaction. */
    void expire(Context context, int place) {
        fail(context, place);
        scopes.settle(context, place);
    }

    /** Where a catch component recovers, the time runs anew. */
    void fail(Context context, int place) {
        context.entered = clock.now();
        try {
            context.fail(clock.error(flow.component(place).name()));
        } catch (OutOfMemoryError noMemory) {
            context.fail(noMemory);
        }
    }
}

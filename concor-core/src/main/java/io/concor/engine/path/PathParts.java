package io.concor.engine.path;

import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.RequiredResults;
import io.concor.engine.definition.TypeMismatches;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.ForeignThreads;
import io.concor.engine.measure.FlowRecorder;
import io.concor.layout.FlowGraph;

/** What all that runs the events of one flow share. */
record PathParts(
        FlowDefinition flow,
        FlowGraph graph,
        CoarseClock clock,
        FlowRecorder recorder,
        RequiredResults results,
        TypeMismatches mismatches,
        TransactionScopes transactions,
        EventExpiry expiry,
        ContextTransfer transfer,
        ForeignThreads foreignThreads) {

    static PathParts of(FlowDefinition flow, CoarseClock clock, FlowRecorder recorder, ForeignThreads foreignThreads) {
        TransactionScopes transactions = new TransactionScopes(flow, recorder);
        return new PathParts(
                flow,
                flow.graph(),
                clock,
                recorder,
                new RequiredResults(flow),
                new TypeMismatches(flow),
                transactions,
                new EventExpiry(flow, clock, transactions),
                new ContextTransfer(flow.name()),
                foreignThreads);
    }
}

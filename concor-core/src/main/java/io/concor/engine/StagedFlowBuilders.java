package io.concor.engine;

import io.concor.FlowBuilder;

/** Provides the builders of flows. */
public final class StagedFlowBuilders implements FlowBuilder.Factory {

    @Override
    public <I> FlowBuilder<I, I> create(String flow) {
        return new StagedFlowBuilder<>(flow);
    }
}

package io.concor.engine;

import io.concor.FlowBuilder;
import io.concor.FlowBuilderFactory;

/** Provides the builders of flows. */
public final class StagedFlowBuilders implements FlowBuilderFactory {

    @Override
    public <I> FlowBuilder<I, I> create(String flow) {
        return new StagedFlowBuilder<>(flow);
    }
}

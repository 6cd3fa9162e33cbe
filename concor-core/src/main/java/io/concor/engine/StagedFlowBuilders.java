package io.concor.engine;

import io.concor.FlowBuilder;
import org.jspecify.annotations.Nullable;

/** Provides the builders of flows. */
public final class StagedFlowBuilders implements FlowBuilder.Factory {

    @Override
    public <I extends @Nullable Object> FlowBuilder<I, I> create(String flow) {
        return new StagedFlowBuilder<>(flow);
    }
}

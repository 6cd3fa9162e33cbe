package io.concor;

import io.concor.engine.StagedFlow;
import io.concor.manage.Manager;

/** Where flows begin. */
public final class Flows {

    private Flows() {}

    /**
     * A builder for a flow.
     *
     * @param name the flow's name
     * @param <I> the type of the messages that go in
     * @return a builder at whose end stands what goes in
     * @throws InvalidSettingException when the name is not allowed
     */
    public static <I> FlowBuilder<I, I> create(String name) {
        return new FlowBuilder<>(NameRules.checked("flow", name));
    }

    /**
     * Whether a flow was made here, so that a {@link Manager} can know it. The stub of a test was not, nor was what
     * somebody wraps around a flow.
     *
     * @param flow a flow
     */
    public static boolean made(Flow<?, ?> flow) {
        return flow instanceof StagedFlow;
    }
}

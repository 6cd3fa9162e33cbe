package io.concor;

/** Creates flow builders. Concor's engine provides the one implementation, as a {@link java.util.ServiceLoader service}. */
public interface FlowBuilderFactory {

    /**
     * Creates a builder without components.
     *
     * @param flow the flow's name, which is allowed
     */
    <I> FlowBuilder<I, I> create(String flow);
}

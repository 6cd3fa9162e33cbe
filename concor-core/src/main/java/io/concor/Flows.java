package io.concor;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Creates flows. */
public final class Flows {

    private static final FlowBuilder.Factory BUILDERS = ServiceLoader.load(
                    FlowBuilder.Factory.class, Flows.class.getClassLoader())
            .findFirst()
            .orElseThrow(
                    () -> new IllegalStateException(
                            "META-INF/services/io.concor.FlowBuilder$Factory is not on the class path. Merge the service files if you repackage Concor"));

    private Flows() {}

    /**
     * Returns a builder of a flow.
     *
     * @param name the flow's name
     * @param <I> the type of the messages that enter
     * @throws InvalidSettingException if the name is not allowed
     */
    public static <I extends @Nullable Object> FlowBuilder<I, I> create(String name) {
        return BUILDERS.create(NameRules.checked("flow", name));
    }
}

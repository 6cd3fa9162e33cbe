package io.concor.engine;

import io.concor.Component;
import io.concor.Flow;
import io.concor.SideEffectTask;
import io.concor.Task;
import io.concor.ValueTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.ScopeDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the {@link ComponentTemplate}s of a flow. */
final class ComponentCompiler {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);
    /** How many steps call each other, so that a long flow does not use up a thread's stack. */
    private static final int LONGEST_CALL = 32;

    /** What one step knows from the beginning. */
    record Constants(
            EventRunner chain,
            int index,
            int components,
            Task task,
            boolean inScope,
            CoarseClock clock,
            @Nullable ComponentCode next) {

        @SuppressWarnings("unchecked") // types fit by the builder, or by whoever used FlowBuilder.then
        @Nullable
        ValueTask<Object, Object> value() {
            return task instanceof ValueTask ? (ValueTask<Object, Object>) task : null;
        }

        @SuppressWarnings("unchecked")
        @Nullable
        SideEffectTask<Object> sideEffect() {
            return task instanceof SideEffectTask ? (SideEffectTask<Object>) task : null;
        }
    }

    private ComponentCompiler() {}

    /**
     * The steps of a flow, which call each other up to where a transaction begins or ends. A component that answers
     * errors or is a transition has none, and where no class can be defined at run time, as in a native image, none
     * has.
     */
    static @Nullable ComponentCode[] of(FlowDefinition flow, CoarseClock clock, EventRunner chain) {
        List<Component> components = flow.components();
        @Nullable ScopeDefinition[] scopes = flow.scopeOfEach();
        @Nullable ComponentCode[] steps = new ComponentCode[components.size()];
        try {
            byte[] form = form();
            ComponentCode next = null;
            for (int i = steps.length - 1; i >= 0; i--) {
                Task task = components.get(i).task();
                boolean plain = task instanceof ValueTask || task instanceof SideEffectTask;
                boolean last =
                        i % LONGEST_CALL == LONGEST_CALL - 1 || i == steps.length - 1 || scopes[i] != scopes[i + 1];
                ComponentCode behind = last ? null : next;
                boolean inScope = scopes[i] != null;
                next = plain ? define(form, new Constants(chain, i, steps.length, task, inScope, clock, behind)) : null;
                steps[i] = next;
            }
            return steps;
        } catch (IOException | ReflectiveOperationException | UnsupportedOperationException | LinkageError cannot) {
            logger.debug("No class can be defined for a component here; components are run one by one", cannot);
            return new ComponentCode[components.size()];
        }
    }

    private static byte[] form() throws IOException {
        try (InputStream form = ComponentCompiler.class.getResourceAsStream("ComponentTemplate.class")) {
            if (form == null) {
                throw new IOException("the class file of ComponentTemplate cannot be read");
            }
            return form.readAllBytes();
        }
    }

    private static ComponentCode define(byte[] form, Constants constants) throws ReflectiveOperationException {
        return (ComponentCode) MethodHandles.lookup()
                .defineHiddenClassWithClassData(form, constants, true)
                .lookupClass()
                .getDeclaredConstructor()
                .newInstance();
    }
}

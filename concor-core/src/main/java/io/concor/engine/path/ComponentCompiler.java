package io.concor.engine.path;

import io.concor.Flow;
import io.concor.SideEffectTask;
import io.concor.Task;
import io.concor.ValueTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.FlowGraph;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Defines a hidden class for each component of a flow, from the class file of {@link ComponentTemplate}. */
final class ComponentCompiler {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);
    /** Bounds how deep components call each other, so that a long flow does not overflow the stack. */
    private static final int LONGEST_CALL = 32;

    /** The constants of one such class. */
    record Constants(
            PathParts parts,
            Routing routing,
            GeneralPath general,
            EventCompletion completion,
            int index,
            Task task,
            boolean inScope,
            @Nullable ComponentCode next) {

        @SuppressWarnings("unchecked") // FlowBuilder checks the types; users of FlowBuilder.then check their own
        @Nullable
        ValueTask<Object, Object> valueTask() {
            return task instanceof ValueTask ? (ValueTask<Object, Object>) task : null;
        }

        @SuppressWarnings("unchecked")
        @Nullable
        SideEffectTask<Object> sideEffectTask() {
            return task instanceof SideEffectTask ? (SideEffectTask<Object>) task : null;
        }
    }

    private ComponentCompiler() {}

    /**
     * Returns the code of each component. A component calls the next one, up to the border of a transaction. Catch
     * components and transitions have no code; no component has where the JVM cannot define classes at run time, as in a
     * native image.
     */
    static @Nullable ComponentCode[] compile(
            PathParts parts, Routing routing, GeneralPath general, EventCompletion completion) {
        FlowDefinition flow = parts.flow();
        FlowGraph graph = parts.graph();
        FlowDefinition.@Nullable Scope[] scopes = flow.scopeOfEach();
        @Nullable ComponentCode[] codes = new ComponentCode[flow.size()];
        try {
            byte[] template = template();
            for (int i = codes.length - 1; i >= 0; i--) {
                Task task = flow.component(i).task();
                if (task instanceof ValueTask || task instanceof SideEffectTask) {
                    ComponentCode next = callsNext(i, graph.next(i), scopes) ? codes[graph.next(i)] : null;
                    boolean inScope = scopes[i] != null;
                    codes[i] = define(
                            template, new Constants(parts, routing, general, completion, i, task, inScope, next));
                }
            }
            return codes;
        } catch (IOException | ReflectiveOperationException | UnsupportedOperationException | LinkageError cannot) {
            logger.debug("No class can be defined at run time; components run one by one", cannot);
            return new ComponentCode[flow.size()];
        }
    }

    private static boolean callsNext(int component, int next, FlowDefinition.@Nullable Scope[] scopes) {
        return component % LONGEST_CALL != LONGEST_CALL - 1
                && next != FlowGraph.END
                && scopes[component] == scopes[next];
    }

    private static byte[] template() throws IOException {
        try (InputStream template = ComponentCompiler.class.getResourceAsStream("ComponentTemplate.class")) {
            if (template == null) {
                throw new IOException("the class file of ComponentTemplate cannot be read");
            }
            return template.readAllBytes();
        }
    }

    private static ComponentCode define(byte[] template, Constants constants) throws ReflectiveOperationException {
        return (ComponentCode) MethodHandles.lookup()
                .defineHiddenClassWithClassData(template, constants, true)
                .lookupClass()
                .getDeclaredConstructor()
                .newInstance();
    }
}

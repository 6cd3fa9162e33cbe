package io.concor.engine.definition;

import io.concor.BatchResultException;
import io.concor.NullResultException;
import io.concor.layout.FlowGraph;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that a component whose message a later component takes does not return null. Thread-safe. */
public final class RequiredResults {

    private final FlowDefinition flow;
    /** For each component, which one takes its result, if any. Catch components take errors. */
    private final int[] takers;

    public RequiredResults(FlowDefinition flow) {
        this.flow = flow;
        this.takers = new int[flow.size()];
        FlowGraph graph = flow.graph();
        for (int i = takers.length - 1; i >= 0; i--) {
            int next = graph.next(i);
            boolean skipped =
                    next != FlowGraph.END && flow.component(next).kind().handlesErrors();
            takers[i] = skipped ? takers[next] : next;
        }
    }

    /**
     * Returns the result of a component.
     *
     * @throws NullResultException if it is null and a later component takes it
     */
    public @Nullable Object require(int component, @Nullable Object result) {
        if (result == null && takers[component] != FlowGraph.END) {
            throw missing(component);
        }
        return result;
    }

    /**
     * Returns the results of a batch component.
     *
     * @throws BatchResultException if there is no list, or one of another size
     */
    public List<?> requireEach(int component, @Nullable List<?> results, int expected) {
        int size = results == null ? BatchResultException.NO_LIST : results.size();
        if (results == null || size != expected) {
            throw new BatchResultException(
                    flow.name(), flow.component(component).name(), expected, size);
        }
        return results;
    }

    private NullResultException missing(int component) {
        return new NullResultException(
                flow.name(),
                flow.component(component).name(),
                flow.component(takers[component]).name());
    }
}

package io.concor.engine.definition;

import io.concor.BatchResultException;
import io.concor.NullResultException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that a component whose message a later component takes does not return null. Thread-safe. */
public final class RequiredResults {

    private final FlowDefinition flow;
    /** The index of the last component that takes a message. Catch components take errors. */
    private final int lastTaking;

    public RequiredResults(FlowDefinition flow) {
        this.flow = flow;
        int last = flow.size() - 1;
        while (last > 0 && flow.component(last).kind().handlesErrors()) {
            last--;
        }
        this.lastTaking = last;
    }

    /**
     * Returns the result of a component.
     *
     * @throws NullResultException if it is null and a later component takes it
     */
    public @Nullable Object require(int component, @Nullable Object result) {
        if (result == null && component < lastTaking) {
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
        int next = component + 1;
        while (flow.component(next).kind().handlesErrors()) {
            next++;
        }
        return new NullResultException(
                flow.name(),
                flow.component(component).name(),
                flow.component(next).name());
    }
}

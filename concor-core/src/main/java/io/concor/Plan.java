package io.concor;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A layout as the engine reads it: which join stands before which component. Replaced as a whole by one write. */
final class Plan {

    private final long version;
    private final @Nullable Join[] joins;
    /** For each component the index of the next filled slot behind it, or the number of components. */
    private final int[] nextFilled;

    Plan(long version, @Nullable Join[] joins) {
        this.version = version;
        this.joins = joins.clone();
        this.nextFilled = new int[joins.length];
        int next = joins.length;
        for (int i = joins.length - 1; i >= 0; i--) {
            nextFilled[i] = next;
            next = joins[i] == null ? next : i;
        }
    }

    long version() {
        return version;
    }

    @Nullable
    Join join(int slot) {
        return joins[slot];
    }

    @Nullable
    Join[] joins() {
        return joins.clone();
    }

    int nextFilled(int component) {
        return nextFilled[component];
    }

    Layout layout(FlowDefinition flow) {
        Map<String, JoinSettings> slots = new LinkedHashMap<>();
        for (int i = 0; i < joins.length; i++) {
            Join join = joins[i];
            if (join != null) {
                slots.put(flow.component(i).name(), join.settings());
            }
        }
        return new Layout(version, slots);
    }
}

package io.concor.layout;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The ways of events through the components of a flow. Components are given by their positions in the flow, from 0; a
 * component stands after all from which events come to it. Immutable.
 *
 * <p>{@link #next} throws an {@link IndexOutOfBoundsException} for positions that the flow does not have.
 */
public final class FlowGraph {

    /** In place of a position: the event has passed the flow. Greater than any position. */
    public static final int END = Integer.MAX_VALUE;

    private final int[] next;

    /** @param next for each component, where events go on that have passed it */
    FlowGraph(int... next) {
        this.next = next;
    }

    /** Returns the graph of a flow whose components follow each other. */
    public static FlowGraph chain(int components) {
        int[] next = new int[components];
        Arrays.setAll(next, i -> i + 1 < components ? i + 1 : END);
        return new FlowGraph(next);
    }

    /** Returns the number of components. */
    public int size() {
        return next.length;
    }

    /** Returns the component to which events come that enter the flow. */
    public int entry() {
        return 0;
    }

    /** Returns the component to which events go on that have passed another one, or {@link #END}. */
    public int next(int component) {
        return next[component];
    }

    /** Returns the components from which events go on to another one, or to {@link #END}. */
    public IntStream previous(int component) {
        return IntStream.range(0, next.length).filter(i -> next[i] == component);
    }
}

package io.concor.layout;

import io.concor.Component;
import io.concor.JoinSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which threads run each component of a flow with a layout. Threads that enter the flow run the components in front of the
 * first filled slot; those of a join run the components from its slot to the next filled one. After a transition task, up to
 * the next filled slot, it is the threads of its clients, which call the continuation. Immutable.
 *
 * <p>Components, and their slots, are given by their positions in the flow, from 0. Methods throw an {@link
 * IndexOutOfBoundsException} for positions that the flow does not have.
 */
public final class Stages {

    /** In place of the position of a slot: no join serves the component. */
    public static final int NO_SLOT = -1;

    private final FlowGraph graph;
    private final List<@Nullable JoinSettings> slots;
    private final int[] serving;
    private final int[] ends;
    private final BitSet byClients = new BitSet();
    private final BitSet transitions = new BitSet();

    Stages(FlowGraph graph, List<? extends @Nullable JoinSettings> slots, IntPredicate transition) {
        this.graph = graph;
        this.slots = new ArrayList<>(slots);
        this.serving = new int[slots.size()];
        this.ends = new int[slots.size()];
        IntStream.range(0, slots.size()).filter(transition).forEach(transitions::set);
        findServing();
        findEnds();
    }

    private void findServing() {
        BitSet reached = new BitSet();
        Arrays.fill(serving, NO_SLOT);
        for (int i = 0; i < serving.length; i++) {
            if (slots.get(i) != null) {
                serving[i] = i;
                byClients.clear(i);
            }
            boolean left = transitions.get(i);
            int next = graph.next(i);
            if (next != FlowGraph.END) {
                int slot = left ? NO_SLOT : serving[i];
                serving[next] = !reached.get(next) || serving[next] == slot ? slot : NO_SLOT;
                byClients.set(next, left || byClients.get(i) || byClients.get(next));
                reached.set(next);
            }
        }
    }

    private void findEnds() {
        for (int i = ends.length - 1; i >= 0; i--) {
            int next = graph.next(i);
            ends[i] = next == FlowGraph.END || slots.get(next) != null ? next : ends[next];
        }
    }

    /**
     * Returns the stages of a chain with a layout.
     *
     * @param slots the settings of each component's slot; null for an empty slot
     * @param transition whether a component has a transition task
     */
    public static Stages of(List<? extends @Nullable JoinSettings> slots, IntPredicate transition) {
        return new Stages(FlowGraph.chain(slots.size()), slots, transition);
    }

    /**
     * Returns the stages of a layout.
     *
     * @param slots the settings of the filled slots by the names of the components
     */
    public static Stages of(FlowGraph graph, List<Component> components, Map<String, JoinSettings> slots) {
        List<@Nullable JoinSettings> each = new ArrayList<>();
        components.forEach(component -> each.add(slots.get(component.name())));
        return new Stages(graph, each, i -> components.get(i).kind().leavesThread());
    }

    /** Returns the filled slot whose threads run a component, or {@link #NO_SLOT}. */
    public int serving(int component) {
        return serving[component];
    }

    /** Returns the join whose threads run a component, or null. */
    public @Nullable JoinSettings join(int component) {
        return serving[component] == NO_SLOT ? null : slots.get(serving[component]);
    }

    /** Whether the threads that call a continuation run a component. */
    public boolean isRunByClients(int component) {
        return byClients.get(component);
    }

    /** Whether the threads that enter the flow run a component. */
    public boolean isRunByCallers(int component) {
        return serving[component] == NO_SLOT && !byClients.get(component);
    }

    /** Returns the next filled slot after a component, or {@link FlowGraph#END}. */
    public int end(int component) {
        return ends[component];
    }

    /** Returns the components from one on up to the next filled slot. */
    public IntStream stage(int start) {
        return from(start, ends[start]);
    }

    /** Returns the components that the thread which runs a component runs without a break: from this one on. */
    public IntStream runFrom(int component) {
        return passed(component, ends[component]);
    }

    /** Returns the first components of the stages: the first of all, and each with a filled slot. */
    public IntStream starts() {
        return IntStream.range(0, ends.length).filter(i -> i == graph.entry() || slots.get(i) != null);
    }

    /**
     * Returns the first slot from which on events may overtake each other with another layout, although with this one they
     * cannot: one thread serves the component, and all joins before it. Several callers have no order, but keep what there
     * is; the clients of a transition may answer in any order.
     */
    public OptionalInt orderLostFrom(Stages changed) {
        return passed(graph.entry(), FlowGraph.END)
                .takeWhile(this::keepsOrder)
                .filter(i -> join(i) != null && !changed.keepsOrder(i))
                .map(changed::serving)
                .findFirst();
    }

    /** Returns the components that events pass from one on, up to another one or the first transition task. */
    private IntStream passed(int from, int to) {
        int transition = transitions.nextSetBit(from);
        return from(from, transition < 0 ? to : Math.min(to, graph.next(transition)));
    }

    private IntStream from(int start, int end) {
        return IntStream.iterate(start, i -> i < end, graph::next);
    }

    private boolean keepsOrder(int component) {
        JoinSettings join = join(component);
        return join == null || join.oneThreaded();
    }
}

package io.concor.layout;

import io.concor.Component;
import io.concor.JoinSettings;
import java.util.ArrayList;
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

    private final List<@Nullable JoinSettings> slots;
    private final int[] serving;
    private final int[] ends;
    private final BitSet byClients = new BitSet();
    private final BitSet transitions = new BitSet();

    private Stages(List<? extends @Nullable JoinSettings> slots, IntPredicate transition) {
        this.slots = new ArrayList<>(slots);
        this.serving = new int[slots.size()];
        this.ends = new int[slots.size()];
        IntStream.range(0, slots.size()).filter(transition).forEach(transitions::set);
        findServing();
        findEnds();
    }

    private void findServing() {
        int slot = NO_SLOT;
        boolean clients = false;
        for (int i = 0; i < serving.length; i++) {
            if (slots.get(i) != null) {
                slot = i;
                clients = false;
            }
            serving[i] = slot;
            byClients.set(i, clients);
            if (transitions.get(i)) {
                slot = NO_SLOT;
                clients = true;
            }
        }
    }

    private void findEnds() {
        int next = ends.length;
        for (int i = ends.length - 1; i >= 0; i--) {
            ends[i] = next;
            next = slots.get(i) == null ? next : i;
        }
    }

    /**
     * Returns the stages of a layout.
     *
     * @param slots the settings of each component's slot; null for an empty slot
     * @param transition whether a component has a transition task
     */
    public static Stages of(List<? extends @Nullable JoinSettings> slots, IntPredicate transition) {
        return new Stages(slots, transition);
    }

    /**
     * Returns the stages of a layout.
     *
     * @param slots the settings of the filled slots by the names of the components
     */
    public static Stages of(List<Component> components, Map<String, JoinSettings> slots) {
        List<@Nullable JoinSettings> each = new ArrayList<>();
        components.forEach(component -> each.add(slots.get(component.name())));
        return of(each, i -> components.get(i).kind().leavesThread());
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

    /** Returns the next filled slot after a component, or the number of components. */
    public int end(int component) {
        return ends[component];
    }

    /** Returns the components that the thread which runs a component runs without a break: from this one on. */
    public IntStream runFrom(int component) {
        int transition = transitions.nextSetBit(component);
        return IntStream.range(component, transition < 0 ? ends[component] : Math.min(ends[component], transition + 1));
    }

    /** Returns the first components of the stages: the first of all, and each with a filled slot. */
    public IntStream starts() {
        return IntStream.range(0, ends.length).filter(i -> i == 0 || slots.get(i) != null);
    }

    /**
     * Returns the first slot from which on events may overtake each other with another layout, although with this one they
     * cannot: one thread serves the component, and all joins before it. Several callers have no order, but keep what there
     * is; the clients of a transition may answer in any order.
     */
    public OptionalInt orderLostFrom(Stages changed) {
        int transition = transitions.nextSetBit(0);
        return IntStream.range(0, transition < 0 ? ends.length : transition + 1)
                .takeWhile(this::keepsOrder)
                .filter(i -> join(i) != null && !changed.keepsOrder(i))
                .map(changed::serving)
                .findFirst();
    }

    private boolean keepsOrder(int component) {
        JoinSettings join = join(component);
        return join == null || join.oneThreaded();
    }
}

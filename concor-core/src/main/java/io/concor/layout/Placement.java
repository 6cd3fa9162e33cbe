package io.concor.layout;

import io.concor.Component;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * On which nodes the components of a flow run, and which of them run in this process. Components are given by their positions in
 * the flow, from 0; methods throw an {@link IndexOutOfBoundsException} for positions that the flow does not have. Immutable.
 */
public final class Placement {

    private final List<@Nullable String> each;
    private final Set<String> here;

    private Placement(List<@Nullable String> each, Set<String> here) {
        this.each = each;
        this.here = here;
    }

    /**
     * Returns the placement of a flow.
     *
     * @param here the names of the nodes that this process is; if it is none, it runs all components
     */
    public static Placement of(List<Component> components, Collection<String> here) {
        return ofNodes(components.stream().map(Component::node).toList(), here);
    }

    /**
     * Returns the placement of a flow.
     *
     * @param own the node of each component, or null for those without one of their own
     * @param here the names of the nodes that this process is; if it is none, it runs all components
     */
    public static Placement ofNodes(List<? extends @Nullable String> own, Collection<String> here) {
        List<@Nullable String> each = new ArrayList<>();
        String present = null;
        for (String node : own) {
            present = node == null ? present : node;
            each.add(present);
        }
        return new Placement(each, Collections.unmodifiableSet(new TreeSet<>(here)));
    }

    /**
     * Returns the node of a component: its own, or that of the component before. Null if neither it nor one before it has a node, so
     * that every process runs it.
     */
    public @Nullable String node(int component) {
        return each.get(component);
    }

    /** Returns whether a component runs in this process. */
    public boolean isHere(int component) {
        String node = node(component);
        return node == null || isHere(node);
    }

    /** Returns whether this process runs the components of a node. */
    public boolean isHere(String node) {
        return here.isEmpty() || here.contains(node);
    }

    /** Returns whether all components run in this process. */
    public boolean isWhole() {
        return IntStream.range(0, each.size()).allMatch(this::isHere);
    }

    /** Returns whether a component runs on another node than the one before it. */
    public boolean changesNode(int component) {
        return component > 0 && !Objects.equals(node(component), node(component - 1));
    }

    /**
     * Returns whether events leave this process in front of a component: it runs elsewhere, and the one before it runs here, or events
     * enter the flow there.
     */
    public boolean isExit(int component) {
        return !isHere(component) && (component == 0 || isHere(component - 1));
    }

    /** Returns the names of the nodes of the flow, in the order of the components. */
    public List<String> nodes() {
        return each.stream().filter(Objects::nonNull).distinct().toList();
    }

    /** Returns the names of the nodes that this process is, in alphabetical order; empty if it runs all components. */
    public Set<String> here() {
        return here;
    }
}

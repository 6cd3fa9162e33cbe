package io.concor.queue;

import io.concor.Component;
import io.concor.TaskKind;
import io.concor.layout.Placement;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What of a flow has to be the same in all processes that share its remote slots. Pools, threads, capacities and kinds of queues
 * are not: those change while the flow runs.
 *
 * <p>The digest is of the components and their nodes, which each process knows. How a task keeps order is not part of it: a process
 * need not know the tasks of other nodes.
 *
 * @param flow the name of the flow
 * @param nodes the nodes of the flow that this process runs
 * @param digest a digest of the components
 * @param components the components in order, each in words with its node; empty if they are not known
 * @param orders a letter for each component, of how its task keeps order: {@code k} keyed, {@code s} single-threaded, {@code a} neither,
 *     {@code n} not keyed, {@code ?} not known; empty if they are not known
 * @param kinds the kinds of the components that this process runs, by their positions, from 0: for people who look at another
 *     process, and no part of what has to be the same
 */
public record FlowIdentity(
        String flow,
        List<String> nodes,
        String digest,
        List<String> components,
        String orders,
        Map<Integer, TaskKind> kinds) {

    /** A letter comes first: YAML would read some digests as numbers. */
    private static final String BEFORE_DIGITS = "f";

    private static final int DIGITS = 11;
    private static final char KEYED = 'k';
    private static final char SINGLE_THREADED = 's';
    private static final char NEITHER = 'a';
    private static final char NOT_KEYED = 'n';
    private static final char UNKNOWN = '?';

    /** Copies lists and map. */
    public FlowIdentity {
        nodes = List.copyOf(nodes);
        components = List.copyOf(components);
        kinds = Map.copyOf(kinds);
    }

    /** Returns the identity of a flow in this process. */
    public static FlowIdentity of(String flow, List<Component> components, Placement placement) {
        List<String> inWords = IntStream.range(0, components.size())
                .mapToObj(i -> inWords(components.get(i).name(), placement.node(i)))
                .toList();
        String orders = IntStream.range(0, components.size())
                .mapToObj(i -> String.valueOf(order(components.get(i).kind(), placement, i)))
                .collect(Collectors.joining());
        List<String> nodes =
                placement.nodes().stream().filter(placement::isHere).toList();
        Map<Integer, TaskKind> kinds = IntStream.range(0, components.size())
                .filter(placement::isHere)
                .boxed()
                .collect(Collectors.toMap(i -> i, i -> components.get(i).kind()));
        return new FlowIdentity(flow, nodes, digest(inWords), inWords, orders, kinds);
    }

    /** No name has a quotation mark or a line break. */
    private static String inWords(String component, @Nullable String node) {
        return node == null ? Sentence.of("'%s'", component) : Sentence.of("'%s' on node '%s'", component, node);
    }

    /**
     * Where events leave for another node, it matters whether they need a key. What enters at another node may leave by a slot in
     * memory, so nothing is known of it.
     */
    private static char order(TaskKind kind, Placement placement, int component) {
        boolean keyed = kind == TaskKind.KEYED;
        if (placement.isHere(component)) {
            return keyed ? KEYED : kind == TaskKind.SINGLE_THREADED ? SINGLE_THREADED : NEITHER;
        }
        boolean leaves = component > 0 && placement.isExit(component);
        return leaves ? keyed ? KEYED : NOT_KEYED : UNKNOWN;
    }

    private static String digest(List<String> components) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\n", components).getBytes(StandardCharsets.UTF_8));
            return BEFORE_DIGITS + HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible); // every JDK has it
        }
    }

    /** Returns the first difference to the flow in another process, in words; null if both may share it. */
    public @Nullable String difference(FlowIdentity other) {
        return digest.equals(other.digest) ? otherOrder(other) : otherComponent(other);
    }

    private String otherComponent(FlowIdentity other) {
        if (components.isEmpty() || other.components.isEmpty()) {
            return "its components or their nodes are others";
        }
        int first = IntStream.range(0, Math.min(components.size(), other.components.size()))
                .filter(i -> !components.get(i).equals(other.components.get(i)))
                .findFirst()
                .orElse(Math.min(components.size(), other.components.size()));
        return Sentence.of(
                "component %d is %s here, and %s there", first + 1, component(first), other.component(first));
    }

    private String component(int index) {
        return index < components.size() ? SafeText.shown(components.get(index)) : "missing";
    }

    private @Nullable String otherOrder(FlowIdentity other) {
        return IntStream.range(0, Math.min(orders.length(), other.orders.length()))
                .filter(i -> contradict(orders.charAt(i), other.orders.charAt(i)))
                .mapToObj(i -> Sentence.of(
                        "the task of component %s is %s here, and %s there",
                        i < components.size() ? component(i) : String.valueOf(i + 1),
                        orderInWords(orders.charAt(i)),
                        orderInWords(other.orders.charAt(i))))
                .findFirst()
                .orElse(null);
    }

    private static boolean contradict(char one, char other) {
        if (one == UNKNOWN || other == UNKNOWN) {
            return false;
        }
        return one == NOT_KEYED || other == NOT_KEYED ? (one == KEYED) != (other == KEYED) : one != other;
    }

    private static String orderInWords(char order) {
        return switch (order) {
            case KEYED -> "keyed";
            case SINGLE_THREADED -> "single-threaded";
            case NEITHER -> "neither keyed nor single-threaded";
            default -> "not keyed";
        };
    }
}

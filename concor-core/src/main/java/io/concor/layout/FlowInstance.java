package io.concor.layout;

import io.concor.TaskKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A process that runs a flow, or the part of it that its nodes have.
 *
 * @param name its host and process, such as {@code web-1/4711}
 * @param nodes the nodes of the flow that it runs; empty if the flow has none
 * @param digest a digest of the components of the flow and their nodes, as that process has them
 * @param since when it began to share the flow
 * @param kinds the kinds of the components that it runs, by their positions in the flow, from 0; as far as they are known
 * @param here whether it is this process
 */
public record FlowInstance(
        String name, List<String> nodes, String digest, Instant since, Map<Integer, TaskKind> kinds, boolean here) {

    /** Copies list and map. */
    public FlowInstance {
        nodes = List.copyOf(nodes);
        kinds = Map.copyOf(kinds);
    }
}

package io.concor.layout;

import java.time.Instant;
import java.util.List;

/**
 * A process that runs a flow, or the part of it that its nodes have.
 *
 * @param name its host and process, such as {@code web-1/4711}
 * @param nodes the nodes of the flow that it runs; empty if the flow has none
 * @param digest a digest of the components of the flow and their nodes, as that process has them
 * @param since when it began to share the flow
 * @param here whether it is this process
 */
public record FlowInstance(String name, List<String> nodes, String digest, Instant since, boolean here) {

    /** Copies the list. */
    public FlowInstance {
        nodes = List.copyOf(nodes);
    }
}

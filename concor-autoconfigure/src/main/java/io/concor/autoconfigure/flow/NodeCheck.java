package io.concor.autoconfigure.flow;

import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.manage.Manager;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Checks that some component of some flow runs on each node that this process is, once all flows are there. */
final class NodeCheck implements SmartInitializingSingleton {

    private final List<String> nodes;
    private final Manager manager;

    NodeCheck(List<String> nodes, Manager manager) {
        this.nodes = nodes;
        this.manager = manager;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<String> flows = manager.names();
        Set<String> known = new TreeSet<>();
        flows.forEach(flow -> known.addAll(manager.flow(flow).placement().nodes()));
        nodes.stream()
                .filter(node -> !flows.isEmpty() && !known.contains(node))
                .findFirst()
                .ifPresent(node -> {
                    throw new FlowConfigurationException(PropertyPath.of("node"), FlowProblem.unknownNode(node, known));
                });
    }
}

package io.concor.autoconfigure.endpoint;

import io.concor.Component;
import io.concor.TaskKind;
import io.concor.layout.Topology;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The kinds of the components of a flow, by name. */
record ComponentKinds(Map<String, TaskKind> kinds) {

    static ComponentKinds of(Topology topology) {
        return new ComponentKinds(
                topology.components().stream().collect(Collectors.toUnmodifiableMap(Component::name, Component::kind)));
    }

    /** Returns the kind of a component of the flow. */
    TaskKind of(String component) {
        return Objects.requireNonNull(kinds.get(component));
    }
}

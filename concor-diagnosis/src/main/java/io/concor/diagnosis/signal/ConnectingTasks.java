package io.concor.diagnosis.signal;

import io.concor.Component;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which tasks of a flow use connections of a pool.
 *
 * @param possible the components whose tasks may
 * @param known those of them whose bean can reach a data source; a task that is no bean may use anything
 */
record ConnectingTasks(Set<String> possible, Set<String> known) {

    static final ConnectingTasks NONE = new ConnectingTasks(Set.of(), Set.of());

    static ConnectingTasks of(List<Component> components, Predicate<Component> mayConnect) {
        Set<String> possible =
                components.stream().filter(mayConnect).map(Component::name).collect(Collectors.toUnmodifiableSet());
        Set<String> known = components.stream()
                .filter(component -> component.bean() != null)
                .map(Component::name)
                .filter(possible::contains)
                .collect(Collectors.toUnmodifiableSet());
        return new ConnectingTasks(possible, known);
    }

    boolean mayConnect(String component) {
        return possible.contains(component);
    }

    boolean connects(String component) {
        return known.contains(component);
    }
}

package io.concor.engine.definition;

import io.concor.Component;
import io.concor.InvalidFlowException;
import io.concor.Task;
import io.concor.TaskKind;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a flow consists of; does not change while it lives. */
public record FlowDefinition(String name, List<Component> components, List<ScopeDefinition> scopes, FlowLimits limits) {

    public FlowDefinition {
        components = List.copyOf(components);
        scopes = List.copyOf(scopes);
        requireComponents(name, components);
        requireUniqueNames(name, components);
        requireOneKind(name, components);
        requireUniqueSingleThreadedTasks(name, components);
        new ScopeRules(name, names(components)).require(scopes);
    }

    private static void requireComponents(String flow, List<Component> components) {
        if (components.isEmpty()) {
            throw new InvalidFlowException(flow, null, "it has no component", "Give it at least one task");
        }
    }

    private static void requireUniqueNames(String flow, List<Component> components) {
        Set<String> seen = new HashSet<>();
        for (Component component : components) {
            if (!seen.add(component.name())) {
                throw new InvalidFlowException(
                        flow,
                        component.name(),
                        "two components have this name",
                        "Give each component of a flow a name of its own");
            }
        }
    }

    private static void requireOneKind(String flow, List<Component> components) {
        for (Component component : components) {
            List<TaskKind> kinds = TaskKind.allOf(component.task());
            if (kinds.size() > 1) {
                throw new InvalidFlowException(
                        flow,
                        component.name(),
                        "its task is of several kinds: " + kinds,
                        "Let the task implement one of the task types only");
            }
        }
    }

    private static void requireUniqueSingleThreadedTasks(String flow, List<Component> components) {
        Map<Task, String> seen = new IdentityHashMap<>();
        for (Component component : components) {
            String other =
                    component.kind() == TaskKind.SINGLE_THREADED ? seen.put(component.task(), component.name()) : null;
            if (other != null) {
                throw new InvalidFlowException(
                        flow,
                        component.name(),
                        "its single-threaded task stands at component '%s' as well, so it could run at the same time as itself"
                                .formatted(other),
                        "Give each place an object of its own");
            }
        }
    }

    private static List<String> names(List<Component> components) {
        return components.stream().map(Component::name).toList();
    }

    /** For each component the scope that it is in, or null. */
    @Nullable
    public ScopeDefinition[] scopeOfEach() {
        @Nullable ScopeDefinition[] each = new ScopeDefinition[size()];
        List<String> names = names(components);
        for (ScopeDefinition scope : scopes) {
            Arrays.fill(each, names.indexOf(scope.from()), names.indexOf(scope.to()) + 1, scope);
        }
        return each;
    }

    /** Whether the flow has a transition task. */
    public boolean hasTransitions() {
        return components.stream().anyMatch(component -> component.kind() == TaskKind.TRANSITION);
    }

    /** Whether events arrive at a component in a transaction that has begun before. */
    public boolean midScope(int component) {
        @Nullable ScopeDefinition[] each = scopeOfEach();
        return component > 0 && each[component] != null && each[component] == each[component - 1];
    }

    public int size() {
        return components.size();
    }

    public Component component(int index) {
        return components.get(index);
    }

    /** The index of each component by its name. */
    public Map<String, Integer> indices() {
        Map<String, Integer> indices = new LinkedHashMap<>();
        for (int i = 0; i < size(); i++) {
            indices.put(component(i).name(), i);
        }
        return indices;
    }
}

package io.concor.engine.definition;

import io.concor.Component;
import io.concor.InvalidFlowException;
import io.concor.InvalidSettingException;
import io.concor.Task;
import io.concor.TaskKind;
import io.concor.Transactions;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a flow consists of; does not change while it lives. */
public record FlowDefinition(String name, List<Component> components, List<Scope> scopes, Limits limits) {

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
    public Scope[] scopeOfEach() {
        @Nullable Scope[] each = new Scope[size()];
        List<String> names = names(components);
        for (Scope scope : scopes) {
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
        @Nullable Scope[] each = scopeOfEach();
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

    /** The bounds of a flow that do not change while it lives. */
    public record Limits(int maxInFlight, Duration timeout) {

        public static final int DEFAULT_MAX_IN_FLIGHT = 1024;
        public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

        private static final int MOST_IN_FLIGHT = 1 << 20;
        private static final Duration SHORTEST = Duration.ofMillis(1);
        private static final Duration LONGEST = Duration.ofDays(1);

        public Limits {
            if (maxInFlight < 1 || maxInFlight > MOST_IN_FLIGHT) {
                throw InvalidSettingException.outOfBounds("max-in-flight", maxInFlight, "1 to " + MOST_IN_FLIGHT);
            }
            if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
                throw InvalidSettingException.outOfBounds("timeout", timeout, "1ms to 1d");
            }
        }
    }

    /**
     * A run of components that are in one transaction for each event.
     *
     * @param from name of the first component
     * @param to name of the last component
     */
    public record Scope(String from, String to, Transactions transactions) {

        @Override
        public String toString() {
            return "from '%s' to '%s'".formatted(from, to);
        }
    }
}

package io.concor.engine.definition;

import io.concor.CatchTask;
import io.concor.Component;
import io.concor.FlowBuilder;
import io.concor.InvalidFlowException;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.NameRules;
import io.concor.QueueKind;
import io.concor.RecoveryTask;
import io.concor.RetryPolicy;
import io.concor.Task;
import io.concor.TaskKind;
import io.concor.Transactions;
import io.concor.layout.FlowGraph;
import io.concor.layout.Placement;
import io.concor.layout.Stages;
import io.concor.queue.QueueStore;
import io.concor.text.SafeText;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The components, transaction scopes, limits, retries, stores and nodes of a flow. They do not change while it lives.
 *
 * @param stores the store of each kind of queue other than memory
 * @param placement which components run in this process
 */
public record FlowDefinition(
        String name,
        List<Component> components,
        List<Scope> scopes,
        Limits limits,
        FailureHandling failures,
        Map<QueueKind, QueueStore> stores,
        Placement placement) {

    /** How many events of a store may be inside besides those that were admitted. */
    private static final int RESERVED = 1024;

    public FlowDefinition {
        components = List.copyOf(components);
        scopes = List.copyOf(scopes);
        stores = Map.copyOf(stores);
        if (components.isEmpty()) {
            throw new InvalidFlowException(name, null, "it has no component", "Give it at least one task");
        }
        requireDistinct(name, components);
        for (Component component : components) {
            requireAllowedNode(name, component);
        }
        new ScopeRules(name, components).require(scopes);
        new RetryRules(name, components).require(failures.retries().keySet(), scopes);
        components = withoutTasksElsewhere(components, placement);
    }

    /** Describes a flow without retries and dead letters. */
    public FlowDefinition(String name, List<Component> components, List<Scope> scopes, Limits limits) {
        this(name, components, scopes, limits, FailureHandling.NONE, Map.of(), Placement.of(components, List.of()));
    }

    private static List<Component> withoutTasksElsewhere(List<Component> components, Placement placement) {
        return IntStream.range(0, components.size())
                .mapToObj(i -> placement.isHere(i)
                        ? components.get(i)
                        : components.get(i).elsewhere())
                .toList();
    }

    private static void requireDistinct(String flow, List<Component> components) {
        Set<String> names = new HashSet<>();
        Map<Task, String> exclusive = new IdentityHashMap<>();
        for (Component component : components) {
            String name = component.name();
            List<TaskKind> kinds = TaskKind.allOf(component.task());
            String other = isExclusive(component) ? exclusive.put(component.task(), name) : null;
            if (!names.add(name)) {
                String remedy = "Give each component of a flow a name of its own";
                throw new InvalidFlowException(flow, name, "two components have this name", remedy);
            } else if (kinds.size() > 1) {
                String remedy = "Let the task implement one of the task types only";
                throw new InvalidFlowException(flow, name, "its task is of several kinds: " + kinds, remedy);
            } else if (component.task() instanceof CatchTask && component.task() instanceof RecoveryTask) {
                String remedy = "Let the task implement one of the two only";
                throw new InvalidFlowException(flow, name, "its task is both a CatchTask and a RecoveryTask", remedy);
            } else if (other != null) {
                throw sharedTask(flow, component, "", "component '" + other + "'");
            }
        }
    }

    private static void requireAllowedNode(String flow, Component component) {
        String node = component.node();
        if (node != null && !NameRules.allowed(node)) {
            String problem = "its node has no allowed name: '" + SafeText.shown(node) + "'";
            throw new InvalidFlowException(flow, component.name(), problem, "Use " + NameRules.ALLOWED);
        }
    }

    /** Returns whether the object of a component's task may stand at one place only. */
    private static boolean isExclusive(Component component) {
        return component.kind() == TaskKind.SINGLE_THREADED || component.kind() == TaskKind.KEYED;
    }

    /**
     * Requires that a flow shares no task object with another flow of which each object may stand at one place only.
     *
     * @throws InvalidFlowException if it does
     */
    public void requireOwnTasks(FlowDefinition other) {
        for (Component theirs : other.components) {
            for (Component ours : components) {
                if (isExclusive(ours) && ours.task() == theirs.task()) {
                    String bean = ours.bean() == null ? "" : ", bean '" + ours.bean() + "',";
                    String place = "component '" + theirs.name() + "' of flow '" + other.name + "'";
                    throw sharedTask(name, ours, bean, place);
                }
            }
        }
    }

    private static InvalidFlowException sharedTask(String flow, Component component, String bean, String place) {
        String problem = "its " + component.kind() + " task" + bean + " stands at " + place
                + " as well, so it could run at the same time as itself";
        return new InvalidFlowException(flow, component.name(), problem, remedyForShared(component));
    }

    /** Returns how to give each place a task object of its own. */
    private static String remedyForShared(Component component) {
        Class<?> type = component.task().getClass();
        if (component.bean() != null || !type.isSynthetic() || type.getDeclaredFields().length > 0) {
            return "Give each place an object of its own";
        }
        return "A lambda or method reference that captures nothing is one object, however often its line runs. Give each place an object of its own: "
                + "write the task as a class and create it with new for each place";
    }

    /** Returns for each component the scope that it is in, or null. */
    @Nullable
    public Scope[] scopeOfEach() {
        @Nullable Scope[] each = new Scope[size()];
        List<String> names = names();
        for (Scope scope : scopes) {
            Arrays.fill(each, names.indexOf(scope.from()), names.indexOf(scope.to()) + 1, scope);
        }
        return each;
    }

    private List<String> names() {
        return components.stream().map(Component::name).toList();
    }

    /** Returns for each component the policy by which it is tried again, or null. */
    @Nullable
    public RetryPolicy[] retryOfEach() {
        return failures.retryOfEach(names());
    }

    /** Returns whether a component may be tried again. */
    public boolean retries() {
        return !failures.retries().isEmpty();
    }

    /** Returns whether events may be inside that neither a thread nor a queue has. */
    public boolean holdsEvents() {
        return hasTransitions() || retries();
    }

    public boolean hasTransitions() {
        return components.stream().anyMatch(component -> component.kind().leavesThread());
    }

    /** Returns whether the event that entered is needed when it fails: by a recovery task, or as a dead letter. */
    public boolean keepsEvents() {
        return failures.hasDeadLetters()
                || components.stream().anyMatch(component -> component.task() instanceof RecoveryTask);
    }

    /** Returns whether the message with which a component failed is needed. */
    public boolean keepsMessages() {
        return keepsEvents() || retries();
    }

    /** Returns whether events arrive at a component in a transaction that began earlier. */
    public boolean midScope(int component) {
        @Nullable Scope[] each = scopeOfEach();
        return each[component] != null && graph().previous(component).anyMatch(i -> each[i] == each[component]);
    }

    public FlowGraph graph() {
        return FlowGraph.chain(size());
    }

    public Stages stages(Map<String, JoinSettings> slots) {
        return Stages.of(graph(), components, slots);
    }

    public Optional<QueueStore> storeOf(QueueKind kind) {
        return Optional.ofNullable(stores.get(kind));
    }

    /** Returns the store of a kind of queue. The layout rules let no slot name a store that the flow does not have. */
    public QueueStore store(QueueKind kind) {
        return storeOf(kind).orElseThrow();
    }

    /** Whether a component runs in this process. */
    public boolean isHere(int component) {
        return placement.isHere(component);
    }

    /**
     * Whether events leave this process at a slot.
     *
     * @param settings its settings, or null if it is empty
     */
    public boolean leavesAt(int slot, @Nullable JoinSettings settings) {
        return placement.isExit(slot) && settings != null && settings.queue() == QueueKind.REMOTE;
    }

    /** Returns how many events from stores may be inside besides those that were admitted. */
    public int reserved() {
        return stores.isEmpty() ? 0 : RESERVED;
    }

    public int size() {
        return components.size();
    }

    public Component component(int index) {
        return components.get(index);
    }

    /** Returns the index of each component by its name, in order. */
    public Map<String, Integer> indices() {
        Map<String, Integer> indices = new LinkedHashMap<>();
        components.forEach(component -> indices.put(component.name(), indices.size()));
        return indices;
    }

    /** The bounds of a flow. */
    public record Limits(int maxInFlight, Duration timeout) {

        public static final int DEFAULT_MAX_IN_FLIGHT = 1024;
        public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

        public Limits {
            InvalidSettingException.requireWithin("max-in-flight", maxInFlight, 1, FlowBuilder.MAX_IN_FLIGHT);
            InvalidSettingException.requireWithin("timeout", timeout, Duration.ofMillis(1), Duration.ofDays(1));
        }
    }

    /** A range of components, by the names of the first and the last, that run in one transaction for each event. */
    public record Scope(String from, String to, Transactions transactions) {

        @Override
        public String toString() {
            return "from '" + from + "' to '" + to + "'";
        }
    }
}

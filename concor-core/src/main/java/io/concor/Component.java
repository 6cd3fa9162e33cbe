package io.concor;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * A named task at its place in a flow.
 *
 * @param name the name of the component and of its slot
 * @param bean the name of the task's bean, or null if it is none
 * @param inputType the type of the message taken, or null if unknown, as for a lambda
 * @param outputType the type of the message given on, or null if unknown
 * @param node the name of the node on which it runs, or null if it runs where the component before it does
 */
public record Component(
        String name,
        Task task,
        @Nullable String bean,
        @Nullable Type inputType,
        @Nullable Type outputType,
        @Nullable String node) {

    /**
     * Checks that name and task are given. The flow checks whether the names are allowed.
     *
     * @throws InvalidSettingException if the name or the task is null
     */
    public Component {
        InvalidSettingException.requireGiven("name", name, "a component has no name", NameRules.ALLOWED);
        InvalidSettingException.requireGiven(
                "task", task, "component '" + name + "' has no task", "an object of one of the task types");
    }

    /**
     * Creates a component without a node of its own.
     *
     * @throws InvalidSettingException if the name or the task is null
     */
    public Component(
            String name, Task task, @Nullable String bean, @Nullable Type inputType, @Nullable Type outputType) {
        this(name, task, bean, inputType, outputType, null);
    }

    /**
     * Returns a component for a process that has no such task, because it does not run there. Its types are unknown.
     *
     * @param kind its kind, or null if that is unknown, too: the rules of layouts take it as simple
     * @throws InvalidSettingException if the name is null
     */
    public static Component elsewhere(String name, @Nullable TaskKind kind) {
        return new Component(name, TaskElsewhere.of(name, kind), null, null, null, null);
    }

    /**
     * Returns a component whose types are read from the class of its task.
     *
     * @throws InvalidSettingException if the name or the task is null
     */
    public static Component of(String name, Task task) {
        TaskTypes types = task == null ? TaskTypes.UNKNOWN : TaskTypes.of(task);
        return new Component(name, task, null, types.input(), types.output());
    }

    /** Returns a copy that runs on a node; null for that of the component before. */
    public Component on(@Nullable String node) {
        return new Component(name, task, bean, inputType, outputType, node);
    }

    /**
     * Returns a copy for a process in which the component does not run. Its task is of the same kind and fails if it is called; a keyed
     * task keeps its keys.
     */
    public Component elsewhere() {
        return new Component(name, TaskElsewhere.of(name, task), bean, inputType, outputType, node);
    }

    /** Returns the type of the keys of a keyed task, or null if it is of another kind or declares just an object. */
    public @Nullable Type keyType() {
        return task instanceof KeyedTask<?, ?> ? TaskTypes.key(task.getClass()) : null;
    }

    /** Returns the kind of the task; simple if it is not {@linkplain #isKindKnown() known}. */
    public TaskKind kind() {
        return TaskKind.of(task);
    }

    /** Returns whether the kind of the task is known. If not, the component runs in other processes. */
    public boolean isKindKnown() {
        return !TaskElsewhere.isOfUnknownKind(task);
    }
}

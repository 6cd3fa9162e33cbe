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
 */
public record Component(
        String name,
        Task task,
        @Nullable String bean,
        @Nullable Type inputType,
        @Nullable Type outputType) {

    /**
     * Checks that name and task are given. The flow checks whether the name is allowed.
     *
     * @throws InvalidSettingException if the name or the task is null
     */
    public Component {
        InvalidSettingException.requireGiven("name", name, "a component has no name", NameRules.ALLOWED);
        InvalidSettingException.requireGiven(
                "task", task, "component '" + name + "' has no task", "an object of one of the task types");
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

    /** Returns the type of the keys of a keyed task, or null if it is of another kind or declares just an object. */
    public @Nullable Type keyType() {
        return task instanceof KeyedTask<?, ?> ? TaskTypes.key(task.getClass()) : null;
    }

    /** Returns the kind of the task. */
    public TaskKind kind() {
        return TaskKind.of(task);
    }
}

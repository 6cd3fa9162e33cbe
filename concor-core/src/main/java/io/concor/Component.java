package io.concor;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * A named task at its place in a flow.
 *
 * @param name the name, which is its slot's name as well
 * @param task the computation
 * @param bean the name of the bean that the task is, or null where it is none
 * @param inputType the type of the message taken, or null where it is not known (a lambda)
 * @param outputType the type of the message given on, or null where it is not known
 */
public record Component(
        String name,
        Task task,
        @Nullable String bean,
        @Nullable Type inputType,
        @Nullable Type outputType) {

    /**
     * Checks that there is something to run. Whether the name is allowed is checked by the flow that it is for.
     *
     * @throws InvalidSettingException when there is no name or no task
     */
    public Component {
        requireGiven("name", name, "a component has no name", NameRules.ALLOWED);
        requireGiven("task", task, "component '%s' has no task".formatted(name), "an object of one of the task types");
    }

    private static void requireGiven(String field, @Nullable Object value, String reason, String allowed) {
        if (value == null) {
            throw new InvalidSettingException(field, reason, allowed);
        }
    }

    /**
     * A component whose types are read from the class of its task.
     *
     * @param name the name
     * @param task the computation
     * @return the component
     * @throws InvalidSettingException when there is no name or no task
     */
    public static Component of(String name, Task task) {
        TaskTypes types = task == null ? TaskTypes.UNKNOWN : TaskTypes.of(task);
        return new Component(name, task, null, types.input(), types.output());
    }

    /** What the task does to a thread. */
    public TaskKind kind() {
        return TaskKind.of(task);
    }
}

package io.concor.engine;

import io.concor.CatchTask;
import io.concor.SideEffectTask;
import io.concor.Task;
import io.concor.TaskKind;
import io.concor.ValueTask;
import org.jspecify.annotations.Nullable;

/**
 * Invokes single tasks by their kind, except transitions, where the {@linkplain ComponentCode compiled} path does not
 * apply: sampled events, events with an error, and leak checks. Whatever a task throws becomes the event's error.
 */
final class TaskInvoker {

    private final Task[] tasks;
    private final TaskKind[] kinds;

    TaskInvoker(Task[] tasks, TaskKind[] kinds) {
        this.tasks = tasks;
        this.kinds = kinds;
    }

    @SuppressWarnings("NullAway") // a task that returned null passes null to the next one
    void invoke(Context context, int i, ExecutionSite site) {
        site.at(i);
        try {
            switch (kinds[i]) {
                case SIMPLE, SINGLE_THREADED, SYNCHRONIZED_REMOTE ->
                    context.value = valueTask(tasks[i]).apply(context.value);
                case SIDE_EFFECT -> sideEffectTask(tasks[i]).accept(context.value);
                case CATCH -> context.value = ((CatchTask<?>) tasks[i]).onError(context.takeError());
                case TRANSITION -> throw new IllegalStateException("a transition needs a continuation");
            }
        } catch (Throwable thrown) {
            context.fail(thrown);
        }
    }

    @SuppressWarnings("unchecked") // FlowBuilder checks the types; users of FlowBuilder.then check their own
    private static ValueTask<@Nullable Object, @Nullable Object> valueTask(Task task) {
        return (ValueTask<@Nullable Object, @Nullable Object>) task;
    }

    @SuppressWarnings("unchecked")
    private static SideEffectTask<@Nullable Object> sideEffectTask(Task task) {
        return (SideEffectTask<@Nullable Object>) task;
    }
}

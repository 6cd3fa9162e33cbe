package io.concor.engine;

import io.concor.CatchTask;
import io.concor.SideEffectTask;
import io.concor.Task;
import io.concor.TaskKind;
import io.concor.ValueTask;
import org.jspecify.annotations.Nullable;

/** Calls tasks one by one, by their kind; transitions are not among them. What they throw becomes the event's error. */
final class TaskInvoker {

    private final Task[] tasks;
    private final TaskKind[] kinds;

    TaskInvoker(Task[] tasks, TaskKind[] kinds) {
        this.tasks = tasks;
        this.kinds = kinds;
    }

    @SuppressWarnings("NullAway") // a task that gave null lets the next one take null
    void call(Context context, int i, ExecutionSite place) {
        place.at(i);
        try {
            switch (kinds[i]) {
                case SIMPLE, SINGLE_THREADED, SYNCHRONIZED_REMOTE ->
                    context.value = value(tasks[i]).apply(context.value);
                case SIDE_EFFECT -> sideEffect(tasks[i]).accept(context.value);
                default -> recover(context, i);
            }
        } catch (Throwable thrown) {
            context.fail(thrown);
        }
    }

    @SuppressWarnings("unchecked") // types fit by the builder, or by whoever used FlowBuilder.then
    private static ValueTask<@Nullable Object, @Nullable Object> value(Task task) {
        return (ValueTask<@Nullable Object, @Nullable Object>) task;
    }

    @SuppressWarnings("unchecked")
    private static SideEffectTask<@Nullable Object> sideEffect(Task task) {
        return (SideEffectTask<@Nullable Object>) task;
    }

    private void recover(Context context, int i) throws Throwable {
        if (context.error != null) {
            context.value = ((CatchTask<?>) tasks[i]).onError(context.takeError());
        }
    }
}

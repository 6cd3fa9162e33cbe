package io.concor.engine.path;

import io.concor.BatchTask;
import io.concor.CatchTask;
import io.concor.ErrorContext;
import io.concor.RecoveryTask;
import io.concor.SideEffectTask;
import io.concor.Task;
import io.concor.TaskKind;
import io.concor.ValueTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.RequiredResults;
import io.concor.engine.definition.TypeMismatches;
import io.concor.engine.event.Attempts;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Invokes single tasks by their kind, except transitions, where the {@linkplain ComponentCode compiled} path does not
 * apply: sampled events, events with an error, and checked messages. Whatever a task throws becomes the event's error.
 */
final class TaskInvoker {

    private final FlowDefinition flow;
    private final Task[] tasks;
    private final TaskKind[] kinds;
    private final RequiredResults results;
    private final TypeMismatches mismatches;

    TaskInvoker(
            FlowDefinition flow, Task[] tasks, TaskKind[] kinds, RequiredResults results, TypeMismatches mismatches) {
        this.flow = flow;
        this.tasks = tasks;
        this.kinds = kinds;
        this.results = results;
        this.mismatches = mismatches;
    }

    void invoke(Context context, int i, ExecutionSite site) {
        site.at(i);
        try {
            context.value = result(context, i);
        } catch (Throwable thrown) {
            context.fail(i, mismatches.explain(i, thrown, context.value));
        }
    }

    /** An expression, so that the compiler reports a kind that is missing here. */
    @SuppressWarnings("NullAway") // an event may have entered with null
    private @Nullable Object result(Context context, int i) throws Throwable {
        return switch (kinds[i]) {
            case SIMPLE, SINGLE_THREADED, SYNCHRONIZED_REMOTE, KEYED ->
                results.require(i, valueTask(tasks[i]).apply(context.value));
            case BATCH -> results.require(i, batchOfOne(i, context.value));
            case SIDE_EFFECT -> {
                sideEffectTask(tasks[i]).accept(context.value);
                yield context.value;
            }
            case CATCH -> results.require(i, handleError(context, tasks[i]));
            case TRANSITION -> throw new IllegalStateException("a transition needs a continuation");
        };
    }

    private @Nullable Object handleError(Context context, Task task) throws Throwable {
        Throwable error = context.takeError();
        return task instanceof RecoveryTask<?> recovery
                ? recovery.recover(error, errorContext(context))
                : ((CatchTask<?>) task).onError(error);
    }

    private ErrorContext errorContext(Context context) {
        int failedAt = context.failedAt();
        String component = failedAt == ExecutionSite.NOWHERE
                ? null
                : flow.component(failedAt).name();
        Attempts attempts = context.failedAttempts();
        return new ErrorContext(component, context.value, context.event(), attempts == null ? 1 : attempts.failed());
    }

    private @Nullable Object batchOfOne(int i, @Nullable Object value) throws Throwable {
        List<@Nullable Object> messages = Collections.singletonList(value);
        return results.requireEach(i, batchTask(tasks[i]).apply(messages), 1).get(0);
    }

    @SuppressWarnings("unchecked")
    private static BatchTask<@Nullable Object, @Nullable Object> batchTask(Task task) {
        return (BatchTask<@Nullable Object, @Nullable Object>) task;
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

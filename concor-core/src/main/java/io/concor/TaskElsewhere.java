package io.concor;

import io.concor.text.Sentence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands for the task of a component that runs elsewhere: of the same kind, because the rules of layouts ask for it, and never
 * called. So a process needs no task that works there, and none of its objects runs by mistake.
 */
final class TaskElsewhere {

    private final String component;

    private TaskElsewhere(String component) {
        this.component = component;
    }

    /** @param original keeps its keys, if it is keyed: where events leave a process, they have to be known */
    static Task of(String component, Task original) {
        if (isOfUnknownKind(original)) {
            return original;
        }
        TaskElsewhere elsewhere = new TaskElsewhere(component);
        return original instanceof KeyedTask<?, ?> keyed
                ? elsewhere.new Keyed(keys(keyed))
                : elsewhere.ofKind(TaskKind.of(original));
    }

    /** @param kind null if it is not known */
    static Task of(String component, @Nullable TaskKind kind) {
        TaskElsewhere elsewhere = new TaskElsewhere(component);
        return kind == null ? elsewhere.new OfUnknownKind() : elsewhere.ofKind(kind);
    }

    static boolean isOfUnknownKind(Task task) {
        return task instanceof OfUnknownKind;
    }

    private Task ofKind(TaskKind kind) {
        return switch (kind) {
            case SIMPLE -> (SimpleTask<Object, Object>) message -> refuse();
            case SINGLE_THREADED -> (SingleThreadedTask<Object, Object>) message -> refuse();
            case SYNCHRONIZED_REMOTE -> (SynchronizedRemoteTask<Object, Object>) message -> refuse();
            case KEYED -> new Keyed(message -> refuse());
            case BATCH -> (BatchTask<Object, Object>) messages -> List.of(refuse());
            case TRANSITION -> (TransitionTask<Object, Object>) (message, continuation) -> refuse();
            case SIDE_EFFECT -> (SideEffectTask<Object>) message -> refuse();
            case CATCH -> (CatchTask<Object>) error -> refuse();
        };
    }

    private Object refuse() {
        throw new IllegalStateException(
                Sentence.of("Component '%s' runs on another node, and not in this process", component));
    }

    @SuppressWarnings("unchecked") // FlowBuilder checks the types; users of FlowBuilder.then check their own
    private static Keys keys(KeyedTask<?, ?> task) {
        return ((KeyedTask<Object, Object>) task)::key;
    }

    @FunctionalInterface
    private interface Keys {

        @Nullable
        Object of(Object message) throws Throwable;
    }

    /** Simple for the rules of layouts, which then require nothing. */
    private final class OfUnknownKind implements SimpleTask<Object, Object> {

        @Override
        public Object apply(Object message) {
            return refuse();
        }
    }

    private final class Keyed implements KeyedTask<Object, Object> {

        private final Keys keys;

        Keyed(Keys keys) {
            this.keys = keys;
        }

        @Override
        public @Nullable Object key(Object message) throws Throwable {
            return keys.of(message);
        }

        @Override
        public Object apply(Object message) {
            return refuse();
        }
    }
}

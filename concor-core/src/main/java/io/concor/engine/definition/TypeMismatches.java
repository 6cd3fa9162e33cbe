package io.concor.engine.definition;

import io.concor.Component;
import io.concor.MessageTypeException;
import io.concor.TaskKind;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a task failed because its message is of another type than it takes. Asked only after a task has
 * thrown, so it costs nothing otherwise. Thread-safe.
 */
public final class TypeMismatches {

    private static final String ENGINE = "io.concor.engine.";

    private final FlowDefinition flow;
    /** For each component, what it is known to reject: soon the JVM throws this error without message and stack trace. */
    private final AtomicReferenceArray<@Nullable Rejected> rejected;

    public TypeMismatches(FlowDefinition flow) {
        this.flow = flow;
        this.rejected = new AtomicReferenceArray<>(flow.size());
    }

    /**
     * Returns the error of an event.
     *
     * @param thrown what the task threw for the message
     * @return a {@link MessageTypeException} if the task does not take messages of this type, otherwise what it threw
     */
    public Throwable explain(int component, Throwable thrown, @Nullable Object message) {
        if (!(thrown instanceof ClassCastException failed) || message == null) {
            return thrown;
        }
        try {
            ClassCastException cause = causeOf(component, failed, message);
            return cause == null ? thrown : explained(component, message, cause);
        } catch (OutOfMemoryError | StackOverflowError | LinkageError cannot) {
            return thrown;
        }
    }

    /** Returns the error of the events of a batch: see {@link #explain(int, Throwable, Object)}. */
    public Throwable explain(int component, Throwable thrown, List<?> messages) {
        for (int i = 0; i < messages.size() && thrown instanceof ClassCastException; i++) {
            Throwable explained = explain(component, thrown, messages.get(i));
            if (explained != thrown) {
                return explained;
            }
        }
        return thrown;
    }

    /** Returns why the component rejects all messages of this class, or null if that is not certain. */
    private @Nullable ClassCastException causeOf(int component, ClassCastException failed, Object message) {
        Rejected before = rejected.get(component);
        if (before != null && before.type == message.getClass()) {
            return before.first;
        }
        if (!isRejected(flow.component(component), failed, message)) {
            return null;
        }
        rejected.set(component, new Rejected(message.getClass(), failed));
        return failed;
    }

    private static boolean isRejected(Component component, ClassCastException failed, Object message) {
        if (component.kind().handlesErrors()) {
            return false; // takes an error
        }
        Class<?> taken = rawClass(component.inputType());
        return taken == null ? isThrownBeforeTask(component, failed) : !taken.isInstance(message);
    }

    /** The JVM casts the message in a frame of the lambda that it hides; code of the task would have a frame of its own. */
    private static boolean isThrownBeforeTask(Component component, ClassCastException failed) {
        StackTraceElement[] frames = failed.getStackTrace();
        return component.kind() != TaskKind.BATCH
                && frames.length > 0
                && frames[0].getClassName().startsWith(ENGINE);
    }

    private MessageTypeException explained(int index, Object message, ClassCastException cause) {
        Component component = flow.component(index);
        Class<?> taken = rawClass(component.inputType());
        return new MessageTypeException(
                flow.name(),
                component,
                originOf(index),
                taken == null ? null : taken.getTypeName(),
                message.getClass().getTypeName(),
                cause);
    }

    private String originOf(int index) {
        OptionalInt previous = flow.graph().previous(index).max();
        return previous.isEmpty()
                ? "the event that entered"
                : "the message from component '"
                        + flow.component(previous.getAsInt()).name() + "'";
    }

    private static @Nullable Class<?> rawClass(@Nullable Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return rawClass(parameterized.getRawType());
        }
        return type instanceof Class<?> raw ? raw : null;
    }

    /**
     * A class of messages that a task rejects.
     *
     * @param first the error of the first such message
     */
    private record Rejected(Class<?> type, ClassCastException first) {}
}

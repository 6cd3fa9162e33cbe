package io.concor.autoconfigure.flow;

import io.concor.BatchTask;
import io.concor.ErrorHandlingTask;
import io.concor.SideEffectTask;
import io.concor.TransitionTask;
import io.concor.ValueTask;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/**
 * The input and output types of a task; {@link ResolvableType#NONE} if a type is unknown. For side-effect and catch
 * tasks both are the type of the message that passes through.
 */
record MessageTypes(Class<?> declaredBy, ResolvableType input, ResolvableType output) {

    private static final MessageTypes UNKNOWN =
            new MessageTypes(ValueTask.class, ResolvableType.NONE, ResolvableType.NONE);
    private static final List<Class<?>> DECLARING = List.of(
            ValueTask.class, BatchTask.class, TransitionTask.class, SideEffectTask.class, ErrorHandlingTask.class);

    static MessageTypes of(ResolvableType task) {
        return DECLARING.stream()
                .filter(type -> task.as(type) != ResolvableType.NONE)
                .findFirst()
                .map(type -> of(type, task.as(type).getGenerics()))
                .orElse(UNKNOWN);
    }

    private static MessageTypes of(Class<?> declaredBy, ResolvableType[] generics) {
        return generics.length == 0
                ? new MessageTypes(declaredBy, ResolvableType.NONE, ResolvableType.NONE)
                : new MessageTypes(declaredBy, bound(generics[0]), bound(generics[generics.length - 1]));
    }

    private static ResolvableType bound(ResolvableType type) {
        if (type.getType() instanceof WildcardType wildcard) {
            Type[] lower = wildcard.getLowerBounds();
            Type bound = lower.length > 0 ? lower[0] : wildcard.getUpperBounds()[0];
            return bound == Object.class && lower.length == 0
                    ? ResolvableType.NONE // says nothing about what the task takes or returns
                    : bound(ResolvableType.forType(bound, type));
        }
        return type.resolve() == null ? ResolvableType.NONE : type;
    }

    /** Returns these types, with unknown types replaced by those of the other. */
    MessageTypes or(MessageTypes other) {
        return new MessageTypes(
                this == UNKNOWN ? other.declaredBy : declaredBy,
                known(input) ? input : other.input,
                known(output) ? output : other.output);
    }

    /** Whether these are the types of a task, rather than of another or a missing bean. */
    boolean ofTask() {
        return this != UNKNOWN;
    }

    /** Whether both types are known. */
    boolean complete() {
        return known(input) && known(output);
    }

    boolean passesThrough() {
        return catches() || declaredBy == SideEffectTask.class;
    }

    boolean catches() {
        return declaredBy == ErrorHandlingTask.class;
    }

    /** Whether the task can follow a component that returns the type. */
    boolean fits(ResolvableType before) {
        return catches()
                ? assignable(output, before) || assignable(before, output) || output.resolve() == Void.class
                : assignable(before, input);
    }

    /** Returns the type of the messages after the task: a catch task may widen it, a side-effect task keeps it. */
    ResolvableType after(ResolvableType before) {
        if (!passesThrough() || !known(before)) {
            return output;
        }
        return catches() && !assignable(output, before) && output.resolve() != Void.class ? output : before;
    }

    /** Whether a type can be assigned to the other; true if either is unknown. */
    static boolean assignable(ResolvableType from, ResolvableType to) {
        return !known(from) || !known(to) || to.isAssignableFromResolvedPart(from);
    }

    static boolean known(ResolvableType type) {
        return type != ResolvableType.NONE;
    }

    /** Returns the type with resolved type variables, or null if it is unknown. */
    static @Nullable Type plain(ResolvableType type) {
        Class<?> raw = type.resolve();
        if (raw == null || !type.hasGenerics() || type.isArray()) {
            return raw;
        }
        return ResolvableType.forClassWithGenerics(raw, plain(type.getGenerics()))
                .getType();
    }

    private static ResolvableType[] plain(ResolvableType[] generics) {
        return Arrays.stream(generics)
                .map(generic -> generic.resolve() == null ? generic : ResolvableType.forType(plain(generic)))
                .toArray(ResolvableType[]::new);
    }
}

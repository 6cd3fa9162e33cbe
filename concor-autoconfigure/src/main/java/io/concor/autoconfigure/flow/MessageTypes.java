package io.concor.autoconfigure.flow;

import io.concor.CatchTask;
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
 * The types of the messages that a task takes and gives on; {@link ResolvableType#NONE} where one is not known. Of a
 * side-effect and a catch task both are the type of the message that passes.
 */
record MessageTypes(Class<?> declaredBy, ResolvableType input, ResolvableType output) {

    private static final MessageTypes UNKNOWN =
            new MessageTypes(ValueTask.class, ResolvableType.NONE, ResolvableType.NONE);
    private static final List<Class<?>> DECLARING =
            List.of(ValueTask.class, TransitionTask.class, SideEffectTask.class, CatchTask.class);

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
            return bound(ResolvableType.forType(lower.length > 0 ? lower[0] : wildcard.getUpperBounds()[0], type));
        }
        return type.resolve() == null ? ResolvableType.NONE : type;
    }

    /** These types, and where one is not known, the other's. */
    MessageTypes or(MessageTypes other) {
        return new MessageTypes(
                this == UNKNOWN ? other.declaredBy : declaredBy,
                known(input) ? input : other.input,
                known(output) ? output : other.output);
    }

    /** Whether these are the types of a task: of another bean, and of a missing one, nothing is known. */
    boolean ofTask() {
        return this != UNKNOWN;
    }

    boolean passesThrough() {
        return catches() || declaredBy == SideEffectTask.class;
    }

    boolean catches() {
        return declaredBy == CatchTask.class;
    }

    /** Whether the task may stand where messages of that type come along. */
    boolean fits(ResolvableType before) {
        return catches()
                ? assignable(output, before) || assignable(before, output) || output.resolve() == Void.class
                : assignable(before, input);
    }

    /** The type of the messages behind the task: a catch task may widen it, a side effect leaves it. */
    ResolvableType after(ResolvableType before) {
        if (!passesThrough() || !known(before)) {
            return output;
        }
        return catches() && !assignable(output, before) && output.resolve() != Void.class ? output : before;
    }

    /** Whether one type may stand for the other, as far as both are known. */
    static boolean assignable(ResolvableType from, ResolvableType to) {
        return !known(from) || !known(to) || to.isAssignableFromResolvedPart(from);
    }

    static boolean known(ResolvableType type) {
        return type != ResolvableType.NONE;
    }

    /** The type with its variables filled in, or null where it is not known. */
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

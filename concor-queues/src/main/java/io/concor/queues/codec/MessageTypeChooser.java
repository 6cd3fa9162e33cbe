package io.concor.queues.codec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses the type under which the messages of a queue are written. Thread-safe. */
final class MessageTypeChooser {

    private final TypeRegistry types;
    private final List<ParameterizedType> generic;

    /** @param declared what the components of the queue declare, the first one first */
    MessageTypeChooser(TypeRegistry types, List<Type> declared) {
        this.types = types;
        this.generic = declared.stream()
                .filter(ParameterizedType.class::isInstance)
                .map(ParameterizedType.class::cast)
                .toList();
    }

    /**
     * Returns the type of a message: its class, or the declared generic type that it is an instance of.
     *
     * @throws UnfitMessageException if another process would not know the type
     */
    StoredType choose(Object message, Class<?> of) throws UnfitMessageException {
        StoredType known = types.find(of);
        StoredType chosen = known == null ? declaredFor(message) : known;
        if (chosen != null) {
            return chosen;
        }
        if (CommonTypes.contains(of)) {
            return types.register(of);
        }
        throw new UnfitMessageException(reason(of));
    }

    private @Nullable StoredType declaredFor(Object message) {
        for (ParameterizedType type : generic) {
            if (((Class<?>) type.getRawType()).isInstance(message)) {
                return types.find(type);
            }
        }
        return null;
    }

    /** Returns the name of the first of some types of which there are messages; null if there is none. */
    @Nullable
    String declaredName(List<Type> declared) {
        for (Type type : declared) {
            StoredType known = types.find(type);
            if (known != null) {
                return known.name();
            }
        }
        return null;
    }

    private String reason(Class<?> of) {
        if (of.getTypeParameters().length > 0) {
            return "the class has type parameters, and no component at the slot declares them, as in List<Order>: let its "
                    + "task declare its input, or put a class that has no type parameters";
        }
        StoredType namesake = types.named(of.getSimpleName());
        if (namesake != null && namesake.type().getTypeName().equals(of.getName())) {
            return "it was loaded by the class loader " + of.getClassLoader()
                    + ", and the class that components declare by " + ((Class<?>) namesake.type()).getClassLoader()
                    + ": let both be loaded by one";
        }
        return "no component at the slot declares it, so another process could not read it: let the task of the slot "
                + "declare it as its input, or set concor.queues.types." + of.getSimpleName() + "=" + of.getName();
    }
}

package io.concor;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The message types that the class of a task declares; a lambda declares none. */
record TaskTypes(@Nullable Type input, @Nullable Type output) {

    static final TaskTypes UNKNOWN = new TaskTypes(null, null);
    private static final Set<Class<?>> DECLARING = Set.of(
            ValueTask.class, BatchTask.class, TransitionTask.class, SideEffectTask.class, ErrorHandlingTask.class);

    static TaskTypes of(Task task) {
        TaskTypes found = find(task.getClass(), Map.of());
        return found == null ? UNKNOWN : found;
    }

    /** Returns the type of the keys that the class of a keyed task declares, or null if that is just an object. */
    static @Nullable Type key(Class<?> keyed) {
        return Stream.of(keyed.getMethods())
                .filter(method -> method.getName().equals("key") && method.getParameterCount() == 1)
                .map(Method::getGenericReturnType)
                .filter(type -> type != Object.class && !mentionsVariable(type))
                .reduce((one, other) -> Object.class) // of several it is not known which one
                .filter(type -> type != Object.class)
                .orElse(null);
    }

    private static @Nullable TaskTypes find(@Nullable Type type, Map<TypeVariable<?>, Type> bound) {
        if (type instanceof ParameterizedType parameterized) {
            return find((Class<?>) parameterized.getRawType(), bind(parameterized, bound));
        }
        return type instanceof Class<?> raw ? find(raw, bound) : null;
    }

    private static @Nullable TaskTypes find(Class<?> raw, Map<TypeVariable<?>, Type> bound) {
        if (DECLARING.contains(raw)) {
            TypeVariable<?>[] variables = raw.getTypeParameters();
            return new TaskTypes(bound.get(variables[0]), bound.get(variables[variables.length - 1]));
        }
        return Stream.concat(Stream.of(raw.getGenericInterfaces()), Stream.ofNullable(raw.getGenericSuperclass()))
                .map(parent -> find(parent, bound))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static Map<TypeVariable<?>, Type> bind(ParameterizedType type, Map<TypeVariable<?>, Type> outer) {
        Map<TypeVariable<?>, Type> bound = new HashMap<>();
        TypeVariable<?>[] variables = ((Class<?>) type.getRawType()).getTypeParameters();
        for (int i = 0; i < variables.length; i++) {
            Type argument = type.getActualTypeArguments()[i];
            Type actual = argument instanceof TypeVariable<?> variable ? outer.get(variable) : argument;
            if (actual != null && !mentionsVariable(actual)) {
                bound.put(variables[i], actual);
            }
        }
        return bound;
    }

    /** A type that is known only in part counts as unknown. */
    private static boolean mentionsVariable(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return Stream.of(parameterized.getActualTypeArguments()).anyMatch(TaskTypes::mentionsVariable);
        }
        if (type instanceof WildcardType wildcard) {
            return Stream.of(wildcard.getUpperBounds(), wildcard.getLowerBounds())
                    .flatMap(Stream::of)
                    .anyMatch(TaskTypes::mentionsVariable);
        }
        return type instanceof TypeVariable || type instanceof GenericArrayType;
    }
}

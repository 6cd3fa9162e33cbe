package io.concor.leak;

import io.concor.Component;
import io.concor.Continuation;
import io.concor.Flow;
import io.concor.Task;
import io.concor.leak.TypeShape.Contents;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Determines the shape of each class. Messages often refer to objects that are not part of them: a connection, a service,
 * the bookkeeping of a persistence library. So the contents of other libraries' objects are not scanned, and such an
 * object counts only if it is the message itself.
 */
final class TypeShapes extends ClassValue<TypeShape> {

    private static final Set<Class<?>> NOT_IN_MESSAGES =
            Set.of(Enum.class, Throwable.class, Task.class, Flow.class, Continuation.class);

    /** The first two names of the packages of the flow's tasks. */
    private final Set<String> applicationPackages;

    TypeShapes(List<Component> components) {
        this.applicationPackages = components.stream()
                .map(component -> root(component.task().getClass().getPackageName()))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String root(String packageName) {
        return Stream.of(packageName.split("\\.")).limit(2).collect(Collectors.joining("."));
    }

    @Override
    protected TypeShape computeValue(Class<?> type) {
        try {
            if (ignored(type)) {
                return TypeShape.IGNORED;
            }
            if (type.isArray()) {
                boolean primitive = type.getComponentType().isPrimitive();
                return TypeShape.of(true, primitive ? Contents.NONE : array -> Stream.of((Object[]) array));
            }
            return TypeShape.belongsToJdk(type) ? TypeShape.ofJdk(type) : ofFields(type);
        } catch (LinkageError incomplete) { // a field's class is not on the class path
            return TypeShape.IGNORED;
        }
    }

    /** Several libraries have an annotation named Immutable. Lambdas are hidden classes. */
    private static boolean ignored(Class<?> type) {
        return type.isHidden()
                || NOT_IN_MESSAGES.stream().anyMatch(other -> other.isAssignableFrom(type))
                || Stream.of(type.getAnnotations())
                        .anyMatch(annotation ->
                                annotation.annotationType().getSimpleName().equals("Immutable"));
    }

    private TypeShape ofFields(Class<?> type) {
        TypeShape inherited = inherited(type);
        boolean mutable = inherited.mutable()
                || fields(type, superclass -> !TypeShape.belongsToJdk(superclass))
                        .anyMatch(field -> !Modifier.isFinal(field.getModifiers()));
        if (!scanned(type)) {
            return new TypeShape(mutable, true, Contents.NONE);
        }
        Field[] fields = fields(type, this::scanned)
                .filter(field -> !field.getType().isPrimitive())
                .filter(Field::trySetAccessible)
                .toArray(Field[]::new);
        return TypeShape.of(
                mutable,
                object -> Stream.concat(
                        Stream.of(fields).map(field -> value(object, field)),
                        inherited.contents().of(object)));
    }

    /** Returns the shape inherited from the JDK, for example from a list. An abstract class contributes nothing. */
    private static TypeShape inherited(Class<?> type) {
        Class<?> ancestor = type;
        while (!TypeShape.belongsToJdk(ancestor)) {
            ancestor = ancestor.getSuperclass();
        }
        return Modifier.isAbstract(ancestor.getModifiers()) ? TypeShape.IGNORED : TypeShape.ofJdk(ancestor);
    }

    private boolean scanned(Class<?> type) {
        String name = type.getPackageName();
        return type.isRecord()
                || applicationPackages.stream().anyMatch(root -> name.equals(root) || name.startsWith(root + "."));
    }

    /** Returns the fields that belong to the message: transient fields do not. */
    private static Stream<Field> fields(Class<?> type, Predicate<Class<?>> superclasses) {
        return Stream.<Class<?>>iterate(type, superclass -> superclass != null, Class::getSuperclass)
                .takeWhile(superclasses)
                .flatMap(superclass -> Arrays.stream(superclass.getDeclaredFields()))
                .filter(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0)
                .filter(field -> !field.isSynthetic());
    }

    private static @Nullable Object value(Object object, Field field) {
        try {
            return field.get(object);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("a field that was made accessible is not", impossible);
        }
    }
}

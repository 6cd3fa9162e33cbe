package io.concor.engine.leak;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.Task;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.leak.TypeShape.Contents;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells what the objects of each class are like. Messages often point at what is not their own: a connection to answer
 * on, a service, what a persistence library hangs on its objects. So only fields of records and of the application's
 * classes are gone into, and of what they hold only arrays, records, plain collections and the like, and again the
 * application's objects count.
 */
final class TypeShapes extends ClassValue<TypeShape> {

    private static final int NAMES_IN_COMMON = 2;
    private static final Set<Class<?>> NO_MESSAGES =
            Set.of(Enum.class, Throwable.class, Task.class, Flow.class, Continuation.class);

    /** How the names of the application's packages begin. */
    private final Set<String> roots;

    TypeShapes(FlowDefinition flow) {
        this.roots = flow.components().stream()
                .map(component -> root(component.task().getClass().getPackageName()))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String root(String packageName) {
        return Stream.of(packageName.split("\\.")).limit(NAMES_IN_COMMON).collect(Collectors.joining("."));
    }

    @Override
    protected TypeShape computeValue(Class<?> type) {
        try {
            if (type.isArray()) {
                return TypeShape.mutable(
                        type.getComponentType().isPrimitive() ? Contents.NONE : array -> Stream.of((Object[]) array));
            }
            if (leftAlone(type)) {
                return TypeShape.LEFT_ALONE;
            }
            return JdkTypeShapes.ofJdk(type) ? JdkTypeShapes.of(type) : ofFields(type);
        } catch (LinkageError incomplete) { // a field's class is not on the class path
            return TypeShape.LEFT_ALONE;
        }
    }

    private static boolean leftAlone(Class<?> type) {
        return type.isHidden() // a lambda
                || NO_MESSAGES.stream().anyMatch(other -> other.isAssignableFrom(type))
                || Stream.of(type.getAnnotations()).anyMatch(TypeShapes::saysImmutable);
    }

    /** There is one of this name in each of several libraries. */
    private static boolean saysImmutable(Annotation annotation) {
        return annotation.annotationType().getSimpleName().equals("Immutable");
    }

    private TypeShape ofFields(Class<?> type) {
        TypeShape inherited = inherited(type);
        boolean mutable = inherited.mutable()
                || fields(type, superclass -> !JdkTypeShapes.ofJdk(superclass))
                        .anyMatch(field -> !Modifier.isFinal(field.getModifiers()));
        if (!type.isRecord() && !own(type)) {
            return new TypeShape(mutable, true, Contents.NONE);
        }
        Field[] own = fields(type, superclass -> superclass.isRecord() || own(superclass))
                .filter(field -> !field.getType().isPrimitive())
                .filter(Field::trySetAccessible)
                .toArray(Field[]::new);
        return TypeShape.of(
                mutable,
                object ->
                        Stream.concat(values(object, own), inherited.contents().of(object)));
    }

    /** What a list is like for a class that extends it; where the JDK has a frame only, the class's own fields tell. */
    private static TypeShape inherited(Class<?> type) {
        Class<?> ofJdk = type;
        while (!JdkTypeShapes.ofJdk(ofJdk)) {
            ofJdk = ofJdk.getSuperclass();
        }
        return Modifier.isAbstract(ofJdk.getModifiers()) ? TypeShape.LEFT_ALONE : JdkTypeShapes.of(ofJdk);
    }

    private boolean own(Class<?> type) {
        String name = type.getPackageName();
        return roots.stream().anyMatch(root -> name.equals(root) || name.startsWith(root + "."));
    }

    /** Those that belong to the message: what is transient is not part of it, and what the compiler adds even less. */
    private static Stream<Field> fields(Class<?> type, Predicate<Class<?>> superclasses) {
        return Stream.<Class<?>>iterate(type, superclass -> superclass != null, Class::getSuperclass)
                .takeWhile(superclasses)
                .flatMap(superclass -> Arrays.stream(superclass.getDeclaredFields()))
                .filter(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0)
                .filter(field -> !field.isSynthetic());
    }

    private static Stream<? extends @Nullable Object> values(Object object, Field[] fields) {
        return Stream.of(fields).map(field -> value(object, field));
    }

    private static @Nullable Object value(Object object, Field field) {
        try {
            return field.get(object);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("a field that was made accessible is not", impossible);
        }
    }
}

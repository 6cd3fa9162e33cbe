package io.concor.engine.leak;

import java.nio.Buffer;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the objects of the JDK's classes are like. What is not named here cannot change, is made for being shared
 * between threads as all of {@code java.util.concurrent}, or is no message.
 */
final class JdkTypeShapes {

    private static final Set<Class<?>> PLAIN =
            Set.of(Date.class, Calendar.class, BitSet.class, StringBuilder.class, StringBuffer.class, Buffer.class);
    /** How the names of the classes in {@code java.util} begin that cannot change themselves. */
    private static final Set<String> FIXED = Set.of(
            "java.util.ImmutableCollections$",
            "java.util.KeyValueHolder",
            "java.util.AbstractMap$SimpleImmutableEntry",
            "java.util.Collections$Unmodifiable",
            "java.util.Collections$Empty",
            "java.util.Collections$Singleton",
            "java.util.Collections$CopiesList");

    private JdkTypeShapes() {}

    static boolean ofJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    static TypeShape of(Class<?> type) {
        if (PLAIN.stream().anyMatch(plain -> plain.isAssignableFrom(type))) {
            return TypeShape.mutable(TypeShape.Contents.NONE);
        }
        return type.getPackageName().equals("java.util") ? container(type) : TypeShape.LEFT_ALONE;
    }

    private static TypeShape container(Class<?> type) {
        boolean mutable = FIXED.stream().noneMatch(type.getName()::startsWith);
        if (Collection.class.isAssignableFrom(type)) {
            return TypeShape.of(mutable, collection -> ((Collection<?>) collection).stream());
        }
        if (Map.class.isAssignableFrom(type)) {
            return TypeShape.of(mutable, map -> entries((Map<?, ?>) map));
        }
        if (Map.Entry.class.isAssignableFrom(type)) {
            return TypeShape.of(mutable, entry -> keyAndValue((Map.Entry<?, ?>) entry));
        }
        return type == Optional.class
                ? TypeShape.fixed(optional -> ((Optional<?>) optional).stream())
                : TypeShape.LEFT_ALONE;
    }

    private static Stream<? extends @Nullable Object> entries(Map<?, ?> map) {
        return map.entrySet().stream().flatMap(JdkTypeShapes::keyAndValue);
    }

    private static Stream<? extends @Nullable Object> keyAndValue(Map.Entry<?, ?> entry) {
        return Stream.of(entry.getKey(), entry.getValue());
    }
}

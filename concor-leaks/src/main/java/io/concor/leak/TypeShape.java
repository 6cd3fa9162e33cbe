package io.concor.leak;

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
 * What leak detection knows of the objects of a class.
 *
 * @param mutable whether the object itself can change, regardless of its contents
 * @param foreign whether the object is scanned only if it is the message itself
 */
record TypeShape(boolean mutable, boolean foreign, Contents contents) {

    /** Immutable and without contents, or not part of a message. */
    static final TypeShape IGNORED = new TypeShape(false, false, Contents.NONE);

    private static final Set<Class<?>> MUTABLE =
            Set.of(Date.class, Calendar.class, BitSet.class, StringBuilder.class, StringBuffer.class, Buffer.class);
    /** The beginnings of the names of classes in {@code java.util} that are immutable themselves. */
    private static final Set<String> IMMUTABLE = Set.of(
            "java.util.ImmutableCollections$",
            "java.util.KeyValueHolder",
            "java.util.AbstractMap$SimpleImmutableEntry",
            "java.util.Collections$Unmodifiable",
            "java.util.Collections$Empty",
            "java.util.Collections$Singleton",
            "java.util.Collections$CopiesList",
            "java.util.Optional");

    /** Lists what an object holds, nulls included. May throw if another thread changes the object at the same time. */
    @FunctionalInterface
    interface Contents {

        Contents NONE = object -> Stream.empty();

        Stream<? extends @Nullable Object> of(Object object);
    }

    static TypeShape of(boolean mutable, Contents contents) {
        return new TypeShape(mutable, false, contents);
    }

    static boolean belongsToJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /**
     * Returns the shape of a class of the JDK. Classes that are not listed here are immutable, made for sharing between
     * threads like all of {@code java.util.concurrent}, or not part of a message.
     */
    static TypeShape ofJdk(Class<?> type) {
        if (MUTABLE.stream().anyMatch(mutable -> mutable.isAssignableFrom(type))) {
            return of(true, Contents.NONE);
        }
        Contents contents = type.getPackageName().equals("java.util") ? contents(type) : null;
        return contents == null ? IGNORED : of(IMMUTABLE.stream().noneMatch(type.getName()::startsWith), contents);
    }

    private static @Nullable Contents contents(Class<?> type) {
        if (Collection.class.isAssignableFrom(type)) {
            return collection -> ((Collection<?>) collection).stream();
        }
        if (Map.class.isAssignableFrom(type)) {
            return map -> ((Map<?, ?>) map).entrySet().stream().flatMap(TypeShape::keyAndValue);
        }
        if (Map.Entry.class.isAssignableFrom(type)) {
            return entry -> keyAndValue((Map.Entry<?, ?>) entry);
        }
        return type == Optional.class ? optional -> ((Optional<?>) optional).stream() : null;
    }

    private static Stream<? extends @Nullable Object> keyAndValue(Map.Entry<?, ?> entry) {
        return Stream.of(entry.getKey(), entry.getValue());
    }
}

package io.concor.threadlocals;

import java.lang.reflect.Field;

/** Looks into classes that do not show what is asked for. */
final class Reflection {

    private Reflection() {}

    static Field field(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException otherJava) {
            throw new IllegalStateException("this Java keeps thread-locals in another way: " + type, otherJava);
        }
    }

    static Object read(Field field, Object of) {
        try {
            field.setAccessible(true);
            return field.get(of);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

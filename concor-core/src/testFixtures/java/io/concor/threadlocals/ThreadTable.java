package io.concor.threadlocals;

import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.IdentityHashMap;
import java.util.Map;

/** Reads the thread-locals of other threads, as {@link Thread} keeps them. */
final class ThreadTable {

    private static final Field LOCALS = Reflection.field(Thread.class, "threadLocals");
    private static final Field TABLE = Reflection.field(LOCALS.getType(), "table");
    private static final Field VALUE = Reflection.field(TABLE.getType().getComponentType(), "value");

    private ThreadTable() {}

    /** The values of a thread that are not null. The thread may write meanwhile: then some may be missing. */
    static Map<ThreadLocal<?>, Object> of(Thread thread) {
        Map<ThreadLocal<?>, Object> values = new IdentityHashMap<>();
        Object locals = Reflection.read(LOCALS, thread);
        Object table = locals == null ? null : Reflection.read(TABLE, locals);
        for (int i = 0; table != null && i < Array.getLength(table); i++) {
            Object entry = Array.get(table, i);
            Object local = entry == null ? null : ((Reference<?>) entry).get();
            Object value = local == null ? null : Reflection.read(VALUE, entry);
            if (value != null) {
                values.put((ThreadLocal<?>) local, value);
            }
        }
        return values;
    }
}

package io.concor.threadlocals;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Whether a value that a thread holds says that there is nothing. */
final class Emptiness {

    /** How a context of OpenTelemetry, and one of Spring Security that was made by who asked for it, tell it. */
    private static final Set<String> EMPTY = Set.of("{}", "SecurityContextImpl [Null authentication]");

    private Emptiness() {}

    static boolean isEmpty(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.isEmpty();
        }
        if (value instanceof Supplier<?> supplier) {
            return supplier.get() == null || isEmpty(supplier.get());
        }
        return EMPTY.contains(value.toString());
    }
}

package io.concor.threadlocals;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.MDC;
import org.slf4j.spi.MDCAdapter;

/** The thread-locals that belong to an event, of the libraries that are there, and what threads hold in them. */
final class WatchedThreadLocals {

    private static final List<String> OWNERS = List.of(
            "io.micrometer.observation.SimpleObservationRegistry",
            "io.opentelemetry.context.ThreadLocalContextStorage",
            "org.springframework.context.i18n.LocaleContextHolder",
            "org.springframework.security.core.context.ThreadLocalSecurityContextHolderStrategy",
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            "org.springframework.web.context.request.RequestContextHolder");

    private static final String PROJECT = "io.concor.";

    /** What Logback copies from the MDC when it writes a line. */
    private static final String COPY = "readOnlyThreadLocalMap";

    private final Map<ThreadLocal<?>, String> owners = new IdentityHashMap<>();

    WatchedThreadLocals() {
        OWNERS.forEach(this::watch);
        MDCAdapter mdc = MDC.getMDCAdapter();
        Arrays.stream(mdc.getClass().getDeclaredFields()).forEach(field -> watch(field, mdc));
    }

    private void watch(String owner) {
        try {
            Class<?> type = Class.forName(owner);
            Arrays.stream(type.getDeclaredFields())
                    .filter(field -> Modifier.isStatic(field.getModifiers()))
                    .forEach(field -> watch(field, type));
        } catch (ClassNotFoundException notThere) {
            // then no thread holds anything in it
        }
    }

    private void watch(Field field, Object owner) {
        if (ThreadLocal.class.isAssignableFrom(field.getType())
                && !field.getName().equals(COPY)) {
            String type = field.getDeclaringClass().getSimpleName();
            owners.put((ThreadLocal<?>) Reflection.read(field, owner), type + "." + field.getName());
        }
    }

    /** What the live platform threads hold. */
    List<HeldValue> held() {
        List<HeldValue> held = new ArrayList<>();
        for (Thread thread : Threads.live()) {
            ThreadTable.of(thread).forEach((local, value) -> {
                String owner = owner(local, value);
                if (owner != null && !Emptiness.isEmpty(value)) {
                    held.add(new HeldValue(thread, owner, asOfNow(value)));
                }
            });
        }
        return held;
    }

    /** Null if it belongs to no watched thread. */
    private String owner(ThreadLocal<?> local, Object value) {
        String known = owners.get(local);
        return known == null && isOfSomeTest(value) ? "some thread-local" : known;
    }

    /**
     * Libraries keep many things on threads by design: buffers, formats, lists of connections. What the flows and their
     * tests keep there is of a type of their own, or a text, or says that something is under way.
     */
    private static boolean isOfSomeTest(Object value) {
        return value instanceof String
                || value == Boolean.TRUE
                || value.getClass().getName().startsWith(PROJECT);
    }

    /** The thread goes on changing its maps. */
    private static Object asOfNow(Object value) {
        return value instanceof Map<?, ?> map ? copy(map) : value;
    }

    private static Map<?, ?> copy(Map<?, ?> changing) {
        while (true) {
            try {
                return new HashMap<>(changing);
            } catch (ConcurrentModificationException justNow) {
                Thread.onSpinWait();
            }
        }
    }
}

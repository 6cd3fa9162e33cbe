package io.concor.engine.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is measured at each component, created at its first measurement: most components of a long flow have no slot, and
 * some are never sampled. Thread-safe.
 */
final class PerComponent<T> {

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Object[].class);

    private final @Nullable Object[] elements;
    private final Supplier<T> factory;

    PerComponent(int components, Supplier<T> factory) {
        this.elements = new Object[components];
        this.factory = factory;
    }

    /** Returns the element of a component, which it creates if there is none. Then it may throw an OutOfMemoryError. */
    T get(int component) {
        T present = present(component);
        return present == null ? create(component) : present;
    }

    @SuppressWarnings("unchecked") // only create writes elements
    private @Nullable T present(int component) {
        return (T) ELEMENT.getAcquire(elements, component);
    }

    @SuppressWarnings("unchecked")
    private T create(int component) {
        T created = factory.get();
        T present = (T) ELEMENT.compareAndExchange(elements, component, null, created);
        return present == null ? created : present;
    }

    /**
     * Reads the element of a component.
     *
     * @param none the result for a component without one
     */
    <R> R read(int component, Function<? super T, ? extends R> reading, R none) {
        T present = present(component);
        return present == null ? none : reading.apply(present);
    }

    void forEach(Consumer<? super T> action) {
        for (int i = 0; i < elements.length; i++) {
            T present = present(i);
            if (present != null) {
                action.accept(present);
            }
        }
    }
}

package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A element whose failures leave nothing of somebody else on a thread. What an event brings and cannot be given is
 * thrown, and the event fails; so is what cannot be taken off a thread. Where a thread cannot be given back what is its
 * own, it holds nothing; the first time it is logged.
 */
final class GuardedElement implements ThreadContextElement {

    private static final Logger log = LoggerFactory.getLogger(ContextPropagationCarrier.class);

    private final ThreadContextElement element;
    private final AtomicBoolean told = new AtomicBoolean();

    /**
     * Stands for what is held where that cannot be read: not nothing, or else nobody would take it from the thread for
     * an event that arrives.
     */
    private record UnreadableValue(Throwable cause) {}

    GuardedElement(ThreadContextElement element) {
        this.element = element;
    }

    @Override
    public Object key() {
        return element.key();
    }

    @Override
    public @Nullable Object current() {
        try {
            return element.current();
        } catch (Throwable thrown) {
            return new UnreadableValue(thrown);
        }
    }

    @Override
    public void set(@Nullable Object carried) {
        if (carried instanceof UnreadableValue unreadable) {
            set(null);
            throw failure("be read", unreadable.cause());
        }
        try {
            element.set(carried);
        } catch (Throwable thrown) {
            clear();
            throw failure("be set", thrown);
        }
    }

    private IllegalStateException failure(String what, Throwable cause) {
        return new IllegalStateException(
                "What the ContextRegistry knows as '%s' could not %s".formatted(key(), what), cause);
    }

    @Override
    public void restore(@Nullable Object own) {
        if (own instanceof UnreadableValue unreadable) {
            tell(unreadable.cause());
            restore(null);
            return;
        }
        try {
            element.restore(own);
        } catch (Throwable thrown) {
            tell(thrown);
            if (own == null || current() != own) {
                clear();
            }
        }
    }

    @Override
    public void clear() {
        element.clear();
    }

    @Override
    public boolean isOf(ThreadLocalAccessor<?> accessor) {
        return element.isOf(accessor);
    }

    @Override
    public boolean isCompatibleWith(ThreadContextElement other) {
        return other instanceof GuardedElement guarded && element.isCompatibleWith(guarded.element);
    }

    private void tell(Throwable thrown) {
        if (told.compareAndSet(false, true)) {
            log.error(
                    "A thread could not be given back what it held of '{}' before an event arrived, and holds nothing now; told once only. Mend what is registered in the ContextRegistry by that key.",
                    key(),
                    thrown);
        }
    }
}

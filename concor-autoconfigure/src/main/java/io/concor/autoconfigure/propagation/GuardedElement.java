package io.concor.autoconfigure.propagation;

import io.concor.text.Sentence;
import io.micrometer.context.ThreadLocalAccessor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An element whose failures do not leave values of another event on a thread. If the value of an event cannot be read
 * or set, or the value of a thread cannot be cleared, the exception ends the event. If the previous value of the thread
 * cannot be restored, it is cleared, and the first failure is logged.
 *
 * <p>The MDC is called apart from other elements, because the JVM inlines a call only if it has at most two kinds of
 * receivers.
 */
final class GuardedElement implements ThreadContextElement {

    private static final Logger log = LoggerFactory.getLogger(ContextPropagationCarrier.class);

    private final ThreadContextElement element;
    private final AtomicBoolean logged = new AtomicBoolean();

    /** Represents a value that cannot be read. It is not null, because null would leave the value on the thread. */
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
            return element instanceof MdcElement mdc ? mdc.current() : element.current();
        } catch (Throwable thrown) {
            return new UnreadableValue(thrown);
        }
    }

    @Override
    public void set(@Nullable Object carried) {
        if (carried instanceof UnreadableValue unreadable) {
            set(null);
            throw failure("read", unreadable.cause());
        }
        try {
            element.set(carried);
        } catch (Throwable thrown) {
            clear();
            throw failure("set", thrown);
        }
    }

    private IllegalStateException failure(String action, Throwable cause) {
        return new IllegalStateException(
                Sentence.of(
                        "The ThreadLocalAccessor '%s' of the ContextRegistry failed to %s its value", key(), action),
                cause);
    }

    @Override
    public void restore(@Nullable Object own) {
        if (own instanceof UnreadableValue unreadable) {
            logOnce(unreadable.cause());
            restore(null);
            return;
        }
        try {
            if (element instanceof MdcElement mdc) {
                mdc.restore(own);
            } else {
                element.restore(own);
            }
        } catch (Throwable thrown) {
            logOnce(thrown);
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

    private void logOnce(Throwable thrown) {
        if (logged.compareAndSet(false, true)) {
            log.error(
                    "The previous value of '{}' could not be restored on a thread and was cleared (logged once). Fix the ThreadLocalAccessor with this key in the ContextRegistry.",
                    key(),
                    thrown);
        }
    }
}

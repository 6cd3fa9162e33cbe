package io.concor.autoconfigure.propagation;

import io.concor.ThreadLocalCarrier;
import io.micrometer.context.ContextRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Carries the thread-locals of a {@link ContextRegistry}, and the MDC. Accessors that are registered later are included
 * from then on. Thread-safe.
 */
final class ContextPropagationCarrier implements ThreadLocalCarrier {

    private volatile ThreadContextElements current;

    ContextPropagationCarrier(ContextRegistry registry) {
        current = ThreadContextElements.of(registry.getThreadLocalAccessors());
    }

    @Override
    public @Nullable Object capture() {
        return elements().capture();
    }

    @Override
    public void restore(@Nullable Object captured) {
        elements().set((ThreadContextElements.Snapshot) captured);
    }

    @Override
    public void clear(@Nullable Object own) {
        elements().restore((ThreadContextElements.Snapshot) own);
    }

    private ThreadContextElements elements() {
        ThreadContextElements last = current;
        return last.upToDate() ? last : renew();
    }

    private synchronized ThreadContextElements renew() {
        current = current.renewed();
        return current;
    }
}

package io.concor.autoconfigure.propagation;

import io.concor.ThreadLocalCarrier;
import io.micrometer.context.ContextRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Carries what a registry of Micrometer's context propagation knows, and the MDC. An accessor that is registered later
 * is carried from then on. Thread-safe.
 */
final class ContextPropagationCarrier implements ThreadLocalCarrier {

    private volatile ThreadContextElements known;

    ContextPropagationCarrier(ContextRegistry registry) {
        known = ThreadContextElements.of(registry.getThreadLocalAccessors());
    }

    @Override
    public @Nullable Object capture() {
        return present().capture();
    }

    @Override
    public void restore(@Nullable Object captured) {
        present().set((ThreadContextSnapshot) captured);
    }

    @Override
    public void clear(@Nullable Object own) {
        present().restore((ThreadContextSnapshot) own);
    }

    private ThreadContextElements present() {
        ThreadContextElements last = known;
        return last.upToDate() ? last : renew();
    }

    private synchronized ThreadContextElements renew() {
        known = known.renewed();
        return known;
    }
}

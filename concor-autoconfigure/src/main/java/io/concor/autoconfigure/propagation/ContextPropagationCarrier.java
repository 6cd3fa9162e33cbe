package io.concor.autoconfigure.propagation;

import io.concor.ThreadLocalCarrier;
import io.micrometer.context.ContextRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Carries what a registry of Micrometer's context propagation knows, and the MDC. An accessor that is registered later
 * is carried from then on. Thread-safe.
 */
final class ContextPropagationCarrier implements ThreadLocalCarrier {

    private volatile Pieces known;

    ContextPropagationCarrier(ContextRegistry registry) {
        known = Pieces.of(registry.getThreadLocalAccessors());
    }

    @Override
    public @Nullable Object capture() {
        return present().capture();
    }

    @Override
    public void restore(@Nullable Object captured) {
        present().arrive((Captured) captured);
    }

    @Override
    public void clear(@Nullable Object own) {
        present().leave((Captured) own);
    }

    private Pieces present() {
        Pieces last = known;
        return last.upToDate() ? last : renew();
    }

    private synchronized Pieces renew() {
        known = known.renewed();
        return known;
    }
}

package io.concor.autoconfigure.propagation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Scope;
import io.micrometer.observation.ObservationRegistry;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The scopes opened for events, on whatever threads. They are closed together with those that tasks left open. */
final class OpenScopes {

    /** No thread has as many on top of each other but by a mistake. */
    private static final int MOST = 1000;

    private static final Logger log = LoggerFactory.getLogger(OpenScopes.class);

    private final Set<Scope> own = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean told = new AtomicBoolean();

    /** Notes a scope that the calling thread has opened for an event. */
    void opened(@Nullable Scope scope) {
        if (scope != null) {
            own.add(scope);
        }
    }

    /** Closes what the calling thread has opened since the given scope was current. */
    void closeDownTo(@Nullable Scope base, ObservationRegistry registry) {
        Scope current = registry.getCurrentObservationScope();
        if (current == base) {
            return;
        }
        try {
            for (int i = 0; i < MOST && current != null && current != base && isOn(base, current); i++) {
                close(current);
                current = registry.getCurrentObservationScope();
            }
        } finally {
            if (registry.getCurrentObservationScope() != base) {
                registry.setCurrentObservationScope(base);
            }
        }
    }

    /** Where a task closed what was there before it, what is below is not its own either. */
    private static boolean isOn(@Nullable Scope base, Scope scope) {
        Scope below = scope.getPreviousObservationScope();
        for (int i = 0; i < MOST && below != null && below != base; i++) {
            below = below.getPreviousObservationScope();
        }
        return below == base;
    }

    private void close(Scope scope) {
        if (!own.remove(scope)) {
            tell(scope.getCurrentObservation());
        }
        scope.close();
    }

    private void tell(Observation observation) {
        if (told.compareAndSet(false, true)) {
            log.warn(
                    "A task has left a scope of the observation '{}' open on thread '{}'. It was closed; told once only. Close scopes in the task that opens them.",
                    observation.getContextView().getName(),
                    Thread.currentThread().getName());
        }
    }
}

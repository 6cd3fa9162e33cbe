package io.concor.autoconfigure.propagation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Scope;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The observation scopes that were opened for events, by thread. They are closed together with scopes that tasks left
 * open.
 */
final class ObservationScopeStack {

    /** Limits the traversal of the scopes of a thread, which may contain a cycle by mistake. */
    private static final int MOST = 1000;

    private static final Logger log = LoggerFactory.getLogger(ObservationScopeStack.class);

    /**
     * The last scope that each thread opened. A scope that a task closed is removed when the event leaves the thread.
     */
    private final ThreadLocal<@Nullable OpenedScope> own = new ThreadLocal<>();

    private final AtomicBoolean logged = new AtomicBoolean();

    /** Whether a thread has opened a scope. Not volatile: the thread that has, sees it, and others have none to close. */
    private boolean used;

    private record OpenedScope(Scope scope, @Nullable OpenedScope below) {}

    /** Records a scope that the calling thread has opened for an event. */
    void opened(@Nullable Scope scope) {
        if (scope != null) {
            used = true;
            own.set(new OpenedScope(scope, own.get()));
        }
    }

    /** Closes the scopes that the calling thread has opened since the given scope was current. */
    void closeDownTo(@Nullable Scope base, ObservationRegistry registry) {
        OpenedScope opened = used ? own.get() : null;
        Scope current = registry.getCurrentObservationScope();
        if (opened == null && current == base) {
            return; // most events have no observation
        }
        try {
            for (int i = 0; i < MOST && current != null && current != base && isOn(base, current); i++) {
                close(current, opened);
                current = registry.getCurrentObservationScope();
            }
        } finally {
            forgetDownTo(base, opened);
            if (registry.getCurrentObservationScope() != base) {
                registry.setCurrentObservationScope(base);
            }
        }
    }

    /** Whether a scope is above the base: a task may have closed scopes of the thread below its own. */
    private static boolean isOn(@Nullable Scope base, Scope scope) {
        Scope below = scope.getPreviousObservationScope();
        for (int i = 0; i < MOST && below != null && below != base; i++) {
            below = below.getPreviousObservationScope();
        }
        return below == base;
    }

    private void close(Scope scope, @Nullable OpenedScope top) {
        if (!isAmong(top, scope)) {
            logOnce(scope.getCurrentObservation());
        }
        scope.close();
    }

    private static boolean isAmong(@Nullable OpenedScope top, Scope scope) {
        OpenedScope opened = top;
        while (opened != null && opened.scope != scope) {
            opened = opened.below;
        }
        return opened != null;
    }

    /** Keeps the scopes of an outer event, if a task calls another flow. */
    private void forgetDownTo(@Nullable Scope base, @Nullable OpenedScope top) {
        OpenedScope kept = top;
        while (kept != null && (base == null || kept.scope != base && !isOn(kept.scope, base))) {
            kept = kept.below;
        }
        if (kept != top) {
            own.set(kept); // also null: remove() would allocate a new entry for the next event
        }
    }

    private void logOnce(Observation observation) {
        if (logged.compareAndSet(false, true)) {
            log.warn(
                    "A task left a scope of observation '{}' open on thread '{}'; it was closed (logged once). Close scopes in the task that opens them.",
                    observation.getContextView().getName(),
                    Thread.currentThread().getName());
        }
    }
}

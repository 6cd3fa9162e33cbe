package io.concor.autoconfigure.propagation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Scope;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The scopes opened for events, on whatever threads. They are closed together with those that tasks left open. */
final class ObservationScopeStack {

    /** No thread has as many on top of each other but by a mistake. */
    private static final int MOST = 1000;

    private static final Logger log = LoggerFactory.getLogger(ObservationScopeStack.class);

    /** The topmost that each thread has opened; what a task has closed itself goes as the event leaves the thread. */
    private final ThreadLocal<@Nullable OpenedScope> own = new ThreadLocal<>();

    private final AtomicBoolean told = new AtomicBoolean();

    private record OpenedScope(Scope scope, @Nullable OpenedScope below) {}

    /** Notes a scope that the calling thread has opened for an event. */
    void opened(@Nullable Scope scope) {
        if (scope != null) {
            own.set(new OpenedScope(scope, own.get()));
        }
    }

    /** Closes what the calling thread has opened since the given scope was current. */
    void closeDownTo(@Nullable Scope base, ObservationRegistry registry) {
        OpenedScope opened = own.get();
        Scope current = registry.getCurrentObservationScope();
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

    /** Where a task closed what was there before it, what is below is not its own either. */
    private static boolean isOn(@Nullable Scope base, Scope scope) {
        Scope below = scope.getPreviousObservationScope();
        for (int i = 0; i < MOST && below != null && below != base; i++) {
            below = below.getPreviousObservationScope();
        }
        return below == base;
    }

    private void close(Scope scope, @Nullable OpenedScope top) {
        if (!isAmong(top, scope)) {
            tell(scope.getCurrentObservation());
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

    /** Keeps those that an event has opened which the thread was with before: of a flow that is called by a task. */
    private void forgetDownTo(@Nullable Scope base, @Nullable OpenedScope top) {
        OpenedScope kept = top;
        while (kept != null && (base == null || kept.scope != base && !isOn(kept.scope, base))) {
            kept = kept.below;
        }
        if (kept != top) {
            own.set(kept); // null, too: to remove it would make it anew for the next event
        }
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

package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.observation.NullObservation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Scope;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * The current observation. A thread holds it by a scope, and scopes are a stack: an arriving event opens one, and as it
 * leaves, all are closed down to the one that was there before, also those that tasks have left open.
 */
final class ObservationElement extends RegisteredElement<ObservationThreadLocalAccessor> {

    private final ObservationScopeStack scopes = new ObservationScopeStack();

    private ObservationElement(ObservationThreadLocalAccessor accessor) {
        super(accessor);
    }

    static ThreadContextElement of(ThreadLocalAccessor<?> accessor) {
        return accessor instanceof ObservationThreadLocalAccessor observations
                ? new ObservationElement(observations)
                : new AccessorElement(accessor);
    }

    /** The scope, by which it can be seen what was opened since. */
    @Override
    public @Nullable Object current() {
        return registry().getCurrentObservationScope();
    }

    @Override
    public void set(@Nullable Object carried) {
        Observation wanted = observation((Scope) carried);
        if (wanted == observation(registry().getCurrentObservationScope())) {
            return;
        }
        if (wanted == null) {
            accessor.setValue();
        } else {
            accessor.setValue(wanted);
        }
        scopes.opened(registry().getCurrentObservationScope());
    }

    @Override
    public void restore(@Nullable Object own) {
        scopes.closeDownTo((Scope) own, registry());
    }

    /** What cannot be closed is taken off the thread. */
    @Override
    public void clear() {
        registry().setCurrentObservationScope(null);
    }

    /** Where there is an observation, nothing is held by an observation of nothing on top of it. */
    private static @Nullable Observation observation(@Nullable Scope scope) {
        Observation observation = scope == null ? null : scope.getCurrentObservation();
        return observation instanceof NullObservation ? null : observation;
    }

    private ObservationRegistry registry() {
        return accessor.getObservationRegistry();
    }
}

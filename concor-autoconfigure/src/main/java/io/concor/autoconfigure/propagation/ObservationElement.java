package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.observation.NullObservation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Scope;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * The current observation. A thread has a stack of observation scopes: setting the value of an event opens a scope, and
 * restoring closes all scopes down to the previous one, including those that tasks left open.
 */
final class ObservationElement extends AccessorElement {

    private final ObservationThreadLocalAccessor accessor;
    private final ObservationScopeStack scopes = new ObservationScopeStack();

    private ObservationElement(ObservationThreadLocalAccessor accessor) {
        super(accessor);
        this.accessor = accessor;
    }

    static ThreadContextElement of(ThreadLocalAccessor<?> accessor) {
        return accessor instanceof ObservationThreadLocalAccessor observations
                ? new ObservationElement(observations)
                : new AccessorElement(accessor);
    }

    /** Returns the scope rather than the observation, so that later scopes can be recognised. */
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

    /** Removes all scopes without closing them. */
    @Override
    public void clear() {
        registry().setCurrentObservationScope(null);
    }

    /** Returns the observation of a scope. A null observation on top of another one means that there is none. */
    private static @Nullable Observation observation(@Nullable Scope scope) {
        Observation observation = scope == null ? null : scope.getCurrentObservation();
        return observation instanceof NullObservation ? null : observation;
    }

    private ObservationRegistry registry() {
        return accessor.getObservationRegistry();
    }
}

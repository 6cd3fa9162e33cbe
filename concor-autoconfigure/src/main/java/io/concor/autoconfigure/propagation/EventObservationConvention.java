package io.concor.autoconfigure.propagation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * A convention for names and keys of the observations of events. To replace the default, implement
 * {@code GlobalObservationConvention} as well and register it.
 */
public interface EventObservationConvention extends ObservationConvention<EventObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof EventObservationContext;
    }
}

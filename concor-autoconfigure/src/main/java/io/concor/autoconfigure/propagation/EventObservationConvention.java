package io.concor.autoconfigure.propagation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names and keys of the observations of events. Registered as a {@code GlobalObservationConvention} as well, one takes
 * the place of the default.
 */
public interface EventObservationConvention extends ObservationConvention<EventObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof EventObservationContext;
    }
}

package io.concor.autoconfigure.propagation;

import io.concor.autoconfigure.propagation.QueueObservationDocumentation.QueueKeyName;
import io.concor.autoconfigure.propagation.QueueObservationDocumentation.StoredEventKeyName;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** The default names and keys of observations of stored events. */
final class DefaultQueueObservationConvention implements ObservationConvention<QueueObservationContext> {

    @Override
    public String getName() {
        return QueueObservationDocumentation.HANDLE.getName();
    }

    @Override
    public String getContextualName(QueueObservationContext context) {
        return context.getQueue().slot() + " handle";
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(QueueObservationContext context) {
        return KeyValues.of(
                QueueKeyName.FLOW.withValue(context.getQueue().flow()),
                QueueKeyName.SLOT.withValue(context.getQueue().slot()));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(QueueObservationContext context) {
        return KeyValues.of(
                StoredEventKeyName.EVENT.withValue(context.getEvent().id()),
                StoredEventKeyName.ATTEMPT.withValue(
                        String.valueOf(context.getEvent().attempt())));
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof QueueObservationContext;
    }
}

package io.concor.autoconfigure.propagation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;
import java.util.Locale;

/** The observations of events in durable queues. */
public enum QueueObservationDocumentation implements ObservationDocumentation {

    /**
     * An attempt to handle a stored event; current meanwhile. Begins a trace, with a link to the span in which the event was
     * put. Only of events that were put in a trace.
     */
    HANDLE;

    @Override
    public String getName() {
        return "concor.queue.handle";
    }

    @Override
    public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
        return DefaultQueueObservationConvention.class;
    }

    @Override
    public KeyName[] getLowCardinalityKeyNames() {
        return QueueKeyName.values();
    }

    @Override
    public KeyName[] getHighCardinalityKeyNames() {
        return StoredEventKeyName.values();
    }

    /** The keys of low cardinality. */
    public enum QueueKeyName implements KeyName {
        /** The name of the flow. */
        FLOW,
        /** The name of the slot. */
        SLOT;

        @Override
        public String asString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The keys of high cardinality. */
    public enum StoredEventKeyName implements KeyName {
        /** The id of the event. */
        EVENT,
        /** The number of the attempt, from 1. */
        ATTEMPT;

        @Override
        public String asString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

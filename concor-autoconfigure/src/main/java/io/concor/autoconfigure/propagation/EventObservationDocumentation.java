package io.concor.autoconfigure.propagation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;
import java.util.List;
import java.util.Locale;

/** The observations of a sampled event. */
public enum EventObservationDocumentation implements ObservationDocumentation {

    /** An event, from its entry to its end. */
    EVENT("concor.event", EventKeyName.FLOW, EventKeyName.OUTCOME),

    /** A task that runs for an event; current while the task runs. A child of {@link #EVENT}. */
    TASK("concor.event.task", EventKeyName.FLOW, EventKeyName.TASK, EventKeyName.KIND, EventKeyName.OUTCOME),

    /** An event that waits in a slot for a thread. A child of {@link #EVENT}. */
    WAIT("concor.event.wait", EventKeyName.FLOW, EventKeyName.SLOT),

    /**
     * A batch task that runs for several events; current while it runs. A child of the {@link #TASK} of the first sampled
     * event of the batch, and linked to those of all sampled events.
     */
    BATCH("concor.event.batch", EventKeyName.FLOW, EventKeyName.TASK, EventKeyName.OUTCOME) {
        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return BatchKeyName.values();
        }
    };

    private final String name;
    private final List<EventKeyName> keys;

    EventObservationDocumentation(String name, EventKeyName... keys) {
        this.name = name;
        this.keys = List.of(keys);
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
        return DefaultEventObservationConvention.class;
    }

    @Override
    public KeyName[] getLowCardinalityKeyNames() {
        return keys.toArray(KeyName[]::new);
    }

    List<EventKeyName> keys() {
        return keys;
    }

    /** The keys of a batch that are not of low cardinality. */
    public enum BatchKeyName implements KeyName {
        /** The number of messages. */
        SIZE;

        @Override
        public String asString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The keys, of low cardinality because their values come from the configuration. */
    public enum EventKeyName implements KeyName {
        /** The name of the flow. */
        FLOW,
        /** The name of the component. */
        TASK,
        /** The kind of the component's task. */
        KIND,
        /** The name of the slot. */
        SLOT,
        /** {@code completed}, {@code failed} or {@code timed-out}; {@code none} before the end. */
        OUTCOME;

        @Override
        public String asString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

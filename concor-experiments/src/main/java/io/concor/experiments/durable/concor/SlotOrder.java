package io.concor.experiments.durable.concor;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.experiments.durable.subject.Event;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the slot promises: the option {@code order}. */
enum SlotOrder {
    /** A keyed component: the order of the events of a key. */
    KEY {
        @Override
        JoinSettings pool(int threads) {
            return JoinSettings.keyed(threads);
        }

        @Override
        Flow<Event, Event> build(FlowBuilder<Event, Event> flow, EffectComponent component) {
            return flow.mapKeyed(component, NAME).build();
        }
    },
    /** A single-threaded component: the order of all events. */
    QUEUE {
        @Override
        JoinSettings pool(int threads) {
            return JoinSettings.single();
        }

        @Override
        Flow<Event, Event> build(FlowBuilder<Event, Event> flow, EffectComponent component) {
            return flow.mapSingleThreaded(component::apply, NAME).build();
        }
    },
    /** A simple component: no order. */
    NONE {
        @Override
        JoinSettings pool(int threads) {
            return JoinSettings.fixed(threads);
        }

        @Override
        Flow<Event, Event> build(FlowBuilder<Event, Event> flow, EffectComponent component) {
            return flow.map(component::apply, NAME).build();
        }
    },
    /** A batch component, whose effects are written together: no order. */
    BATCH {
        @Override
        JoinSettings pool(int threads) {
            return JoinSettings.fixed(threads).batchSize(MOST_OF_BATCH);
        }

        @Override
        Flow<Event, Event> build(FlowBuilder<Event, Event> flow, EffectComponent component) {
            return flow.mapBatch(component::handle, NAME).build();
        }
    };

    private static final int MOST_OF_BATCH = 256;

    /** The name of the component, and of its slot. */
    static final String NAME = "handle";

    static SlotOrder of(Map<String, String> options) {
        return valueOf(options.getOrDefault("order", KEY.name()).toUpperCase(Locale.ROOT));
    }

    abstract JoinSettings pool(int threads);

    abstract Flow<Event, Event> build(FlowBuilder<Event, Event> flow, EffectComponent component);

    boolean keepsOrderOfKeys() {
        return this == KEY || this == QUEUE;
    }

    /** The one component of the flow. */
    interface EffectComponent extends KeyedTask<Event, Event> {

        /** Writes the effects of events. */
        List<Event> handle(List<Event> events) throws Exception;

        @Override
        default Event apply(Event event) throws Exception {
            return handle(List.of(event)).get(0);
        }

        @Override
        default Integer key(Event event) {
            return event.key();
        }
    }
}

package io.concor.engine.pool;

import io.concor.JoinSettings;
import io.concor.engine.event.ContextPool;

/** The orders in which the events of a slot may wait, and so the queues that a slot may have. */
public enum QueueOrder {
    /** One order for all events: that of their arrival. */
    ARRIVAL {
        @Override
        public EventQueue create(ContextPool contexts, int capacity) {
            return new Ring(contexts, capacity);
        }

        @Override
        public long bytes(int contexts) {
            return Ring.bytes(contexts);
        }
    },
    /** An order for the events of each key. */
    KEY {
        @Override
        public EventQueue create(ContextPool contexts, int capacity) {
            return new KeyedQueue(contexts, capacity);
        }

        @Override
        public long bytes(int contexts) {
            return KeyedQueue.bytes(contexts);
        }
    };

    /** Returns the order that a join keeps. */
    public static QueueOrder of(JoinSettings settings) {
        return settings.keepsOrderByKey() ? KEY : ARRIVAL;
    }

    /**
     * Returns a new queue.
     *
     * @param contexts those of the flow
     * @param capacity how many events may wait before the stage before pauses
     */
    public abstract EventQueue create(ContextPool contexts, int capacity);

    /** Returns the memory that a queue takes in a flow with so many contexts, in bytes. */
    public abstract long bytes(int contexts);
}

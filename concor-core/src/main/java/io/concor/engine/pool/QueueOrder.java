package io.concor.engine.pool;

import io.concor.JoinSettings;
import io.concor.engine.event.ContextPool;

/** The kinds of queues that a slot may have, by the order that they keep. */
public enum QueueKind {
    /** One order for all events: that of their arrival. */
    RING {
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
    LANES {
        @Override
        public EventQueue create(ContextPool contexts, int capacity) {
            return new KeyedQueue(contexts, capacity);
        }

        @Override
        public long bytes(int contexts) {
            return KeyedQueue.bytes(contexts);
        }
    };

    /** Returns the kind of queue of a join. */
    public static QueueKind of(JoinSettings settings) {
        return settings.keepsOrderByKey() ? LANES : RING;
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

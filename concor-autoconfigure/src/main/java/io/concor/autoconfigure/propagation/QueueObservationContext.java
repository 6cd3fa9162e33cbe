package io.concor.autoconfigure.propagation;

import io.concor.queue.QueueDefinition;
import io.concor.queue.StoredEvent;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;

/** The context of an observation of the handling of a stored event. Used by the thread that handles the event only. */
public final class QueueObservationContext extends ReceiverContext<StoredEvent> {

    private final QueueDefinition queue;
    private final StoredEvent event;

    QueueObservationContext(QueueDefinition queue, StoredEvent event) {
        super((carrier, header) -> carrier.headers().get(header), Kind.CONSUMER);
        this.queue = queue;
        this.event = event;
        setCarrier(event);
    }

    /** Returns the queue that handed the event out. */
    public QueueDefinition getQueue() {
        return queue;
    }

    /** Returns the event. */
    public StoredEvent getEvent() {
        return event;
    }
}

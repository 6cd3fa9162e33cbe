package io.concor.queues.store;

import io.concor.QueueStoreException;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition.Order;

/** How an event ends in whose attempts processes died. */
final class GivenUp {

    private GivenUp() {}

    static Ending.Dead after(int deaths, DatabaseQueue queue) {
        String slot = queue.definition().slot();
        String text =
                "%d processes ended, or lost their lease, while they handled this event at the slot '%s' of the flow '%s': it may be what ends them. Requeue it when that is known"
                        .formatted(deaths, slot, queue.definition().flow());
        boolean holds = queue.definition().order() != Order.ANY;
        return new Ending.Dead(new Ending.Failure(slot, new QueueStoreException(text, false, null), holds));
    }
}

package io.concor.queues.read;

import io.concor.QueueStoreException;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.LocalQueue;
import io.concor.text.Sentence;

/** How an event ends in whose attempts processes died again and again. */
final class GivenUp {

    private static final int MOST_DEATHS = 5;

    private GivenUp() {}

    /** Returns whether an event is not tried again. */
    static boolean applies(ClaimedEvent event) {
        return event.row().deaths() >= MOST_DEATHS;
    }

    static Ending.Dead ending(ClaimedEvent event) {
        LocalQueue queue = event.queue();
        String slot = queue.definition().slot();
        String text = Sentence.of(
                "%d processes ended, or lost their lease, while they handled this event at the slot '%s' of the flow '%s': it may be what ends them. Requeue it when that is known",
                event.row().deaths(), slot, queue.definition().flow());
        boolean holds = queue.definition().order() != Order.ANY;
        return new Ending.Dead(new Ending.Failure(slot, new QueueStoreException(text, false, null), holds));
    }
}
